/** What a mail says about mails of ours. By which Message-IDs it names them is looked up: others name theirs. */
export type Finding = Bounce | Complaint | AutoReply | Reply | Unsubscribe;

/** Somebody's server says that a mail did not come through (RFC 3464). */
export type Bounce = {
  kind: "bounce";
  /** The recipients that it is about, in lower case; none where it names none in a field of its own. */
  recipients: string[];
  /** The address takes no mail at all, whoever sends it: nothing more should be sent there. */
  isAddressFault: boolean;
  /** The cause may pass, such as a full mailbox: another mail may come through on another day. */
  isSoft: boolean;
  /** The enhanced status (RFC 3463), or "". */
  status: string;
  /** What the server said, in its own words. */
  words: string;
  ids: string[];
};

/** Somebody pressed "this is spam" (RFC 5965). */
export type Complaint = { kind: "complaint"; recipients: string[]; words: string; ids: string[] };

/** A program answers, such as one for holidays (RFC 3834), or says that a mail was shown. Nobody has answered. */
export type AutoReply = { kind: "autoReply"; ids: string[] };

/** Somebody answers. */
export type Reply = { kind: "reply"; from: string; ids: string[] };

/** Somebody asks by mail for no more of them (RFC 2369 section 3.2), with the token that stood in the mail. */
export type Unsubscribe = { kind: "unsubscribe"; token: string };
