// A program as somebody writes it who has installed the package: run by Node, Bun or a page.
export async function program({ amplifyClient, AmplifyError }, where) {
  const amplify = amplifyClient(where);
  const names = [];
  for await (const lead of amplify.entries("GET /amplify/leads", { query: { pageSize: 50 } }))
    names.push(lead.email);
  const body = { subject: "News", html: "<p>Hi</p>", collection: "all", from: "me@sandbox.example" };
  const send = () => amplify("POST /email/send", { body }, { idempotencyKey: "news-1" });
  const [first, again] = [await send(), await send()];
  const refused = await amplify("GET /amplify/leads/{id}", { params: { id: "none" } }).catch(
    (error) => error,
  );
  return {
    leads: new Set(names).size,
    isOnce: first.campaignId === again.campaignId,
    refused: refused instanceof AmplifyError && [refused.name, refused.code, refused.status],
  };
}
