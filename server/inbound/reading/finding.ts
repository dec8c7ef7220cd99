/** What a mail says about mails of ours. Whether the Message-IDs that it names are ours is looked up later. */
export type Finding = Bounce | Complaint | AutoReply | Reply | Unsubscribe;

/** A bounce: a server reports that a mail was not delivered (RFC 3464). */
export type Bounce = {
  kind: "bounce";
  /** The recipients that it is about, in lower case; none if no field names them. */
  recipients: string[];
  /** Of those, where a report tells them apart, the mailboxes that did not take it: a list or a forward passes mails on. */
  finals: string[];
  /** The address accepts no mail from anybody, so nothing more should be sent there. */
  isAddressFault: boolean;
  /** The cause is temporary, such as a full mailbox: a later mail may be delivered. */
  isSoft: boolean;
  /** The enhanced status (RFC 3463), or "". */
  status: string;
  /** The server's own words. */
  words: string;
  ids: string[];
};

/** Somebody pressed "this is spam" (RFC 5965). */
export type Complaint = { kind: "complaint"; recipients: string[]; words: string; ids: string[] };

/** An automatic reply, such as an absence notice (RFC 3834) or a read receipt. No person has answered. */
type AutoReply = { kind: "autoReply"; ids: string[] };

/** A person replies. `ownIds` has the Message-ID of the reply itself. */
export type Reply = { kind: "reply"; from: string; ids: string[]; ownIds: string[] };

/** Somebody unsubscribes by mail (RFC 2369 section 3.2), with the token from the mail. */
export type Unsubscribe = { kind: "unsubscribe"; token: string };
