import { planOf } from "../../contract/plans.ts";
import type { Account } from "../../contract/schemas/account.ts";
import { ownAccountTexts } from "../../contract/texts/ownAccount.ts";
import { planTexts } from "../../contract/texts/plans.ts";
import { momentsHere } from "../_data/momentsHere.ts";
import { useTexts } from "../_data/useTexts.ts";
import { Badge } from "../_parts/Badge.tsx";
import { Section } from "./Section.tsx";

export function Profile({ account }: { account: Account }) {
  const texts = useTexts(ownAccountTexts);
  const plans = useTexts(planTexts);
  const { firstName, lastName, email, status, role, createdAt, hasPassword, hasGoogle, hasPlans } = account;
  return (
    <Section title={texts.profile.title} about={texts.profile.about}>
      <dl className="account-facts">
        <div>
          <dt>{texts.profile.name}</dt>
          <dd>
            {firstName} {lastName} {role === "admin" ? <Badge>{texts.profile.administrator}</Badge> : null}
          </dd>
        </div>
        <div>
          <dt>{texts.profile.email}</dt>
          <dd>{email}</dd>
        </div>
        {hasPlans === false ? null : (
          <div>
            <dt>{texts.profile.plan}</dt>
            <dd>
              {plans[planOf(status).key]} (<a href="/pricing">{texts.profile.comparePlans}</a>)
            </dd>
          </div>
        )}
        <div>
          <dt>{texts.profile.signsInWith}</dt>
          <dd>{texts.profile.waysToSignIn({ hasPassword, hasGoogle })}</dd>
        </div>
        <div>
          <dt>{texts.profile.since}</dt>
          <dd>{momentsHere({ dateStyle: "long" }).format(createdAt)}</dd>
        </div>
      </dl>
    </Section>
  );
}
