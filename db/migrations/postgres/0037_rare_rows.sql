CREATE INDEX "api_requests_class" ON "apiRequests" USING btree ("workspaceId",("status" / 100),"id");--> statement-breakpoint
CREATE INDEX "api_requests_method" ON "apiRequests" USING btree ("workspaceId","method","id");--> statement-breakpoint
CREATE INDEX "deliveries_mails_unsent" ON "deliveries" USING btree ("workspaceId","state","id") WHERE "deliveries"."leadId" = "deliveries"."id" and "deliveries"."state" <> 'sent';--> statement-breakpoint
CREATE INDEX "transactional_mails_kind" ON "transactionalMails" USING btree ("workspaceId","kind","id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_type" ON "webhookDeliveries" USING btree ("webhookId","type","number","eventId");