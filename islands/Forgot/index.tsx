import { useState } from "react";
import { type Resolver, useForm } from "react-hook-form";
import { parseAddress } from "../../contract/address.ts";
import { type ExactTexts, exactTexts } from "../../contract/texts/exact.ts";
import { newPasswordTexts } from "../../contract/texts/newPassword.ts";
import { signInClient } from "../_data/browserClient.ts";
import { useAction } from "../_data/useAction.ts";
import { useHydrated } from "../_data/useHydrated.ts";
import { useTexts } from "../_data/useTexts.ts";
import { Button } from "../_parts/Button.tsx";
import { EmailField } from "../_parts/fields/EmailField.tsx";
import { Notice } from "../_parts/Notice.tsx";
import { together } from "../_parts/together.ts";

type Fields = { email: string };

/** Asks for a link to a new password. What is answered is the same for an address that nobody has. */
export default function Forgot() {
  const texts = useTexts(newPasswordTexts);
  const exact = useTexts(exactTexts);
  const hydrated = useHydrated();
  const { register, handleSubmit, formState } = useForm<Fields>({ resolver: resolverIn(exact) });
  const [answer, setAnswer] = useState("");
  const asking = useAction(async ({ email }: Fields) => {
    const body = { email: email.trim() };
    setAnswer((await signInClient("POST /amplify/auth/forgot", { body })).message);
  });

  return (
    <>
      {answer === "" ? null : (
        <Notice status="sent">
          <p>{texts.forgot.spamFolder(answer)}</p>
        </Notice>
      )}
      <form
        method="post"
        noValidate
        onChange={asking.clear}
        onSubmit={handleSubmit(asking.run)}
        aria-busy={asking.running}
      >
        {asking.message ? <Notice status="failed">{asking.message}</Notice> : null}
        <EmailField autoComplete="username" {...register("email")} error={formState.errors.email?.message} />
        <Button
          type="submit"
          variant="primary"
          size="large"
          disabled={!hydrated}
          aria-disabled={asking.running}
        >
          {asking.running
            ? texts.forgot.sending
            : answer === ""
              ? texts.forgot.sendLink
              : texts.forgot.sendAnother}
        </Button>
      </form>
      <p className="entrance-else">
        {together(texts.forgot.remembered((words) => <a href="/login">{words}</a>))}
      </p>
    </>
  );
}

const resolverIn =
  (exact: ExactTexts): Resolver<Fields> =>
  (values) =>
    parseAddress((values.email ?? "").trim()).ok
      ? { values, errors: {} }
      : { values: {}, errors: { email: { type: "rule", message: exact.signupEmail } } };
