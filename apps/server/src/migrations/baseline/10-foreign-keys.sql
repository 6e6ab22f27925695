-- References between tables of which neither can be created first.

alter table posts add constraint posts_message_id_fkey foreign key (message_id) references messages on delete set null;
