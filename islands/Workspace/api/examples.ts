/** The first calls somebody makes, with their own installation's address in them. */
export function examples(baseUrl: string): { title: string; code: string }[] {
  return [
    {
      title: "Sign in for a token",
      code: `curl ${baseUrl}/amplify/auth/login \\
  -H 'content-type: application/json' \\
  -d '{"username":"you@example.com","password":"…"}'`,
    },
    {
      title: "List your leads",
      code: `curl '${baseUrl}/amplify/leads?page=1' -H "authorization: Bearer $TOKEN"`,
    },
    {
      title: "Send to a collection",
      code: `curl ${baseUrl}/email/send \\
  -H "authorization: Bearer $TOKEN" \\
  -H 'content-type: application/json' \\
  -H 'idempotency-key: spring-news-1' \\
  -d '{"subject":"Spring news","templateId":"…","collection":"customers","from":"you@example.com"}'`,
    },
  ];
}
