-- Messages that are sent as mail.

-- A message has the state of the mail that carries it.
create function update_message_from_outbox() returns trigger language plpgsql as $$
begin
  update messages set status = new.state where outbox_id = new.id and status = 'pending';
  return null;
end
$$;
create trigger outbox_update_message after update of state on outbox
  for each row when (new.state is distinct from old.state and (new.state in ('sent', 'failed')))
  execute function update_message_from_outbox();
