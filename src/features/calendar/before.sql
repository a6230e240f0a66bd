-- Views come back in functions.sql; meanwhile the tables they read may change.
drop view if exists event_times;
drop view if exists single_event_times;
drop view if exists occurrence_event_times;
