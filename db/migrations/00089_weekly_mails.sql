-- +goose Up

-- Which of the staff asked for the weekly mail of the main figures. Whoever queues it moves the day on, in one
-- transaction with the job: so it is sent once for a week and a person.
CREATE TABLE weekly_mails (
    user_id  bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    due      date NOT NULL, -- the Monday of the next one
    asked_at timestamptz NOT NULL DEFAULT now()
);
