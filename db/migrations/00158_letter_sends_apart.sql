-- +goose Up

-- A foreign key looks the letter up once a person, which takes a third of the time to write down a million. They are
-- written together with their letter, and go with it by this trigger.
ALTER TABLE letter_sends DROP CONSTRAINT letter_sends_letter_id_fkey;

-- +goose StatementBegin
CREATE FUNCTION delete_letter_sends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM letter_sends WHERE letter_id = OLD.id;
    RETURN OLD;
END $$;
-- +goose StatementEnd
CREATE TRIGGER letters_delete_sends AFTER DELETE ON letters FOR EACH ROW EXECUTE FUNCTION delete_letter_sends();
