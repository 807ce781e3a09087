-- +goose Up

-- The pages whose offers the optimiser orders in shadow and, where staff switched it on, for visitors.
CREATE TABLE optimised_pages (
    page        text PRIMARY KEY, -- carousel, daily, static or content-ID
    is_live     boolean NOT NULL DEFAULT false,
    switched_at timestamptz, -- on or off
    offers      bigint[] NOT NULL DEFAULT '{}', -- those that were seen often enough, in the order that was drawn last
    drawn_at    timestamptz NOT NULL DEFAULT '-infinity'
);

-- How much attention the place of an offer brings, added up over the draws of a day: in the order of staff, in the
-- optimiser's, and in that which visitors saw.
CREATE TABLE shadow_orders (
    page      text NOT NULL,
    day       date NOT NULL,
    offer_id  bigint NOT NULL,
    draws     integer NOT NULL,
    by_hand   double precision NOT NULL,
    optimised double precision NOT NULL,
    shown     double precision NOT NULL,
    PRIMARY KEY (page, day, offer_id)
);
