-- functions.sql recreates the views; until then the columns of their tables may change.
drop view if exists event_times;
drop view if exists single_event_times;
drop view if exists occurrence_event_times;
