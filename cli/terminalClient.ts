import { type Client, type ClientOptions, createClient } from "../contract/client.ts";
import { unreachedSentence } from "../contract/sending/certificateFaults.ts";

/** The client as the terminal has it, which is told of a certificate that it does not trust; a browser keeps that to itself. */
export const createTerminalClient = (options: ClientOptions): Client =>
  createClient({ ...options, unreached: unreachedSentence });
