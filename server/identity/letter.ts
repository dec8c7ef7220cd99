import { z } from "zod";

const ofPerson = { userId: z.string(), at: z.number() };
export const letter = z.discriminatedUnion("letter", [
  z.object({ letter: z.literal("passwordChanged"), ...ofPerson }),
  z.object({ letter: z.literal("newDevice"), ...ofPerson, device: z.string() }),
  /** A key was made in their name: a session that somebody else got hold of could leave itself one. */
  z.object({ letter: z.literal("keyMade"), ...ofPerson, name: z.string(), lastFour: z.string() }),
  /** A webhook was added in their name, or given another address: it takes what happens to wherever somebody says. */
  z.object({ letter: z.literal("webhookAimed"), ...ofPerson, name: z.string(), host: z.string() }),
  /** Nothing could be delivered to one of their webhooks, which is paused. */
  z.object({ letter: z.literal("webhookPaused"), ...ofPerson, name: z.string() }),
  /** One of their mailboxes refused the sign-in, and is not read before they have acted. */
  z.object({ letter: z.literal("readingStopped"), ...ofPerson, name: z.string() }),
  /** To whoever unsubscribed from somebody's mails, by mistake as they say. */
  z.object({ letter: z.literal("comeBack"), optoutId: z.string(), at: z.number() }),
  /** The address is sealed: who asked for a link may have no account here. */
  z.object({ letter: z.literal("passwordReset"), address: z.string() }),
]);

/** What a mail of the installation's own tells, and whom. */
export type Letter = z.infer<typeof letter>;

/** Where the address of somebody who asks for a link is sealed, for that one job. */
export const resetAddressPlace = (jobId: string) => ({ workspaceId: "", rowId: jobId, field: "address" });
