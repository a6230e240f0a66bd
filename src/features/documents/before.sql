-- It comes back in functions/search.sql; meanwhile the search column that it reads may change.
drop trigger if exists document_row_words on documents;
