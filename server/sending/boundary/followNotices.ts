import { sendLimits } from "../../../contract/limits/sending.ts";
import type { Notices } from "../../../db/database.ts";
import type { SingleMailStore } from "../../../db/stores/sending/singleMails.ts";
import { noticeIn, noticeText } from "../../core/notices.ts";
import type { Log } from "../../log/log.ts";
import type { Dispatcher } from "../dispatch/dispatcher.ts";
import type { SendingPort } from "./port.ts";

type Parts = {
  notices: Notices;
  dispatcher: Dispatcher;
  port: SendingPort;
  singles: SingleMailStore;
  log: Log;
};

/** A sender that is told by notices where to look, and that looks by itself now and then; answers how to stop. */
export function followNotices({ notices, dispatcher, port, singles, log }: Parts): () => void {
  let isLooking = false;
  let isStale = false;

  async function sendWaiting(): Promise<void> {
    for (const { id, credentialId } of await singles.waiting())
      void dispatcher
        .withAccount(credentialId, () => sendOne(id))
        .catch(failed("A single mail could not be sent or its end not be written"));
  }

  async function sendOne(id: string): Promise<void> {
    const row = await singles.begin(id);
    if (row === null) return;
    const raw = Buffer.from(row.raw, "latin1");
    const envelope = { from: row.sender, to: row.recipient };
    const outcome = await dispatcher.sendOne(row.credentialId, { envelope, raw, messageId: row.messageId });
    await singles.end(id, outcome);
    notices.send(noticeText({ about: "singleDone", id }));
  }

  const failed = (what: string) => (error: unknown) => log.error(what, { error });

  /** One look at a time, and one more where something came meanwhile. */
  function look(): void {
    isStale = true;
    if (!isLooking) void lookOver();
  }

  async function lookOver(): Promise<void> {
    isLooking = true;
    while (isStale) {
      isStale = false;
      await sendWaiting().catch(failed("Single mails could not be looked for"));
    }
    isLooking = false;
  }

  const timer = setInterval(look, sendLimits.reconcileMs);
  const forgetting = setInterval(
    () =>
      void singles
        .forgetOlderThan(2 * sendLimits.singleEndMs)
        .catch(failed("Single mails that are past their time could not be taken away")),
    sendLimits.singleEndMs,
  );
  const stop = notices.listen({
    heard(text) {
      const notice = noticeIn(text);
      if (notice?.about === "campaign") void port.tell(notice);
      else if (notice?.about === "account")
        void port.tell({ kind: "account", credentialId: notice.credentialId });
      else if (notice?.about === "free") dispatcher.lookSoon();
      else if (notice?.about === "single") look();
    },
    missed() {
      dispatcher.lookSoon();
      look();
    },
  });
  return () => {
    stop();
    clearInterval(timer);
    clearInterval(forgetting);
  };
}
