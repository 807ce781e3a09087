-- +goose Up
-- Whose token it is: it can do what that user may do now, and ends with them. The name is the owner's own word for it.
ALTER TABLE tokens
    ADD COLUMN user_id bigint REFERENCES users ON DELETE CASCADE, -- null: from before tokens had owners
    ADD COLUMN name    text NOT NULL DEFAULT '';
CREATE INDEX tokens_user ON tokens (user_id);

-- A token made by an admin who had signed in is theirs, where the log names one user. What it was made for becomes its name.
UPDATE tokens t SET user_id = u.id, email = u.email,
        name = CASE WHEN t.email = u.email THEN '' ELSE split_part(t.email, '@', 1) END
    FROM audit_log l JOIN users u ON u.email = l.actor AND u.email_verified AND u.created_at <= l.at
    WHERE l.kind = 'token' AND l.action = 'create' AND l.via = 'session' AND l.subject_id = t.id::text
        AND NOT EXISTS (SELECT FROM users other WHERE other.email = l.actor AND other.id <> u.id);

-- A user whom a command made as the owner of a token has not signed in.
ALTER TABLE users ALTER COLUMN signed_in_at DROP NOT NULL;
