import { entranceTexts } from "../../contract/texts/pages/signed.ts";
import { useTexts } from "../../islands/_data/useTexts.ts";
import { together } from "../../islands/_parts/together.ts";
import type { ForgotProps } from "../../islands/Forgot/props.ts";
import { Island } from "../Island.tsx";
import type { PageProps } from "../shell/view.ts";
import { NeedsScript } from "./NeedsScript.tsx";

/** For somebody who has forgotten the password: a link by mail, or who else can help. */
export function Forgot({ facts }: PageProps) {
  const texts = useTexts(entranceTexts);
  if (!facts.mailsPasswordLinks) return <NoMail supportAddress={facts.supportAddress} />;
  return (
    <div className="entrance">
      <h1>{texts.forgot.title}</h1>
      <p>{texts.forgot.text}</p>
      <NeedsScript />
      <Island<ForgotProps> name="Forgot" props={{}} />
    </div>
  );
}

function NoMail({ supportAddress }: { supportAddress: string }) {
  const texts = useTexts(entranceTexts);
  return (
    <div className="entrance">
      <h1>{texts.forgot.title}</h1>
      <p>
        {together(
          texts.forgot.noMail(
            <a href={`mailto:${supportAddress}?subject=New%20password`}>{supportAddress}</a>,
          ),
        )}
      </p>
      <p>
        {together(
          texts.forgot.onServer({
            lineBreak: <br />,
            command: <code>amplify users reset-password you@example.com</code>,
          }),
        )}
      </p>
      <p className="entrance-else">
        {together(texts.forgot.remembered((words) => <a href="/login">{words}</a>))}
      </p>
    </div>
  );
}
