import { ownWorkspaceOf } from "../../../contract/identity/scope.ts";
import { createSessionStore } from "../../../db/stores/identity/sessions.ts";
import { createWorkspaceStore } from "../../../db/stores/identity/workspaces.ts";
import { sessionIdOf } from "../../../server/identity/sessions.ts";
import type { TestPerson, TestServer } from "./testServer.ts";

/** Somebody new who is a member of this person's workspace, with a session that works there. */
export async function memberOf(server: TestServer, owner: Pick<TestPerson, "uid">): Promise<TestPerson> {
  const member = await server.signUp();
  const { database } = server.core;
  const workspaceId = ownWorkspaceOf(owner.uid);
  await createWorkspaceStore(database).addMember({ workspaceId, userId: member.uid, now: 1 });
  if (!(await workIn(server, member, workspaceId))) throw new Error("the session does not work there");
  return member;
}

/** Has a person's session work in another workspace, as no call can yet; false where they are no member. */
export function workIn(server: TestServer, { token }: TestPerson, workspaceId: string): Promise<boolean> {
  const sessions = createSessionStore(server.core.database);
  return sessions.workIn({ sessionId: sessionIdOf(token), workspaceId });
}
