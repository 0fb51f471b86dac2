-- What the maker of a question gave as the reason is named for what it is.

alter table approval rename column said to maker_reason;
