import { planOf } from "../../contract/plans.ts";
import type { Account } from "../../contract/schemas/account.ts";
import { Badge } from "../_parts/Badge.tsx";
import { Section } from "./Section.tsx";
import { dayText } from "./times.ts";

export function Profile({ account }: { account: Account }) {
  const { firstName, lastName, email, status, role, createdAt, hasPassword, hasGoogle } = account;
  const ways = [...(hasPassword ? ["e-mail and password"] : []), ...(hasGoogle ? ["Google"] : [])];
  return (
    <Section title="You" about="How this installation knows you.">
      <dl className="account-facts">
        <div>
          <dt>Name</dt>
          <dd>
            {firstName} {lastName} {role === "admin" ? <Badge>Administrator</Badge> : null}
          </dd>
        </div>
        <div>
          <dt>E-mail</dt>
          <dd>{email}</dd>
        </div>
        <div>
          <dt>Plan</dt>
          <dd>
            {planOf(status).name} (<a href="/pricing">compare plans</a>)
          </dd>
        </div>
        <div>
          <dt>Signs in with</dt>
          <dd>{ways.join(" or ")}</dd>
        </div>
        <div>
          <dt>Since</dt>
          <dd>{dayText(createdAt)}</dd>
        </div>
      </dl>
    </Section>
  );
}
