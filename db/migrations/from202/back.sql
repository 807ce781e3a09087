-- Makes the schema of the release before these migrations, whose newest was 202, of that of 300 to 311: a backup of that
-- release is restored into it. Functions that 215 replaces stay.
DROP VIEW search_offers, search_tools;
DROP INDEX offers_found, static_offers_found, daily_offers_found, content_offers_found, search_documents_outdated;
DROP FUNCTION search_head(text, text), search_compounds(text);
DROP TABLE search_tool_heads, legal_reviews, working_copies;
ALTER TABLE search_documents DROP form;
ALTER TABLE seed_files DROP digest;
ALTER TABLE conversion_changes DROP reported, DROP repeated;
ALTER TABLE conversions ADD CHECK (payout >= 0);
ALTER TABLE audit_log DROP user_id, DROP token_id;
ALTER TABLE tokens DROP user_id, DROP name;
ALTER TABLE users ALTER signed_in_at SET NOT NULL;
ALTER TABLE offers DROP disclaimer, DROP category, DROP plan_organizations, DROP plan_products;
ALTER TABLE content_offers DROP disclaimer, DROP category, DROP plan_organizations, DROP plan_products;
ALTER TABLE static_offers DROP disclaimer, DROP category, DROP plan_organizations, DROP plan_products;
ALTER TABLE daily_offers DROP disclaimer, DROP category, DROP plan_organizations, DROP plan_products;
