-- Recreated in functions/search.sql. Dropped first, because migrations may change the search column that it reads.
drop trigger if exists document_row_words on documents;
