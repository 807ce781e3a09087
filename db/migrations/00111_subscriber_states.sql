-- +goose Up
CREATE INDEX subscribers_state ON subscribers (state, id);
