ALTER TABLE outbox DROP CONSTRAINT outbox_kind_check;
ALTER TABLE displays DROP CONSTRAINT displays_kind_check;
ALTER TABLE studies DROP CONSTRAINT studies_aim_check;
