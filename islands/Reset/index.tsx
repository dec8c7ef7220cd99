import { type Resolver, useForm, useWatch } from "react-hook-form";
import { type ExactTexts, exactTexts } from "../../contract/texts/exact.ts";
import { newPasswordTexts } from "../../contract/texts/newPassword.ts";
import { signInClient } from "../_data/browserClient.ts";
import { newPasswordFault } from "../_data/newPasswordFault.ts";
import { leaveNotice } from "../_data/passingNotice.ts";
import { rechecks } from "../_data/rechecks.ts";
import { writeSetting } from "../_data/setting.ts";
import { useAction } from "../_data/useAction.ts";
import { useHydrated } from "../_data/useHydrated.ts";
import { useTexts } from "../_data/useTexts.ts";
import { Button } from "../_parts/Button.tsx";
import { NewPasswordFields } from "../_parts/fields/NewPasswordFields.tsx";
import { Notice } from "../_parts/Notice.tsx";
import { together } from "../_parts/together.ts";

type Fields = { password: string; confirmPassword: string };

/** Sets a new password with the token of a mailed link. It stands behind the `#`, which is sent to no server. */
export default function Reset() {
  const texts = useTexts(newPasswordTexts);
  const hydrated = useHydrated();
  if (hydrated && tokenInAddress() === "")
    return (
      <Notice status="failed">
        <p>{together(texts.reset.notWhole((words) => <a href="/forgot">{words}</a>))}</p>
      </Notice>
    );
  return <NewPassword hydrated={hydrated} />;
}

function NewPassword({ hydrated }: { hydrated: boolean }) {
  const texts = useTexts(newPasswordTexts);
  const form = useForm<Fields>({ resolver: resolverIn(useTexts(exactTexts)) });
  const { register, handleSubmit, control, formState } = form;
  const typed = useWatch({ control, name: "password" }) ?? "";
  const setting = useAction(async ({ password }: Fields) => {
    await signInClient("POST /amplify/auth/reset", { body: { token: tokenInAddress(), password } });
    leaveNotice({ kind: "passwordChanged" });
    writeSetting("uid", "");
    // The link is used up, so the way back must not lead to it.
    window.location.replace("/login");
  });
  const field = (name: keyof Fields) => ({
    ...register(name, name === "password" ? rechecks(form, ["confirmPassword"]) : {}),
    error: formState.errors[name]?.message,
  });
  return (
    <form
      method="post"
      noValidate
      onChange={setting.clear}
      onSubmit={handleSubmit(setting.run)}
      aria-busy={setting.running}
    >
      <p className="muted">{texts.reset.signedOut}</p>
      {setting.message ? (
        <Notice status="failed">
          <p>
            {setting.message} <a href="/forgot">{texts.reset.newLink}</a>
          </p>
        </Notice>
      ) : null}
      <NewPasswordFields
        label={texts.reset.password}
        typed={typed}
        password={field("password")}
        confirmation={field("confirmPassword")}
      />
      <Button
        type="submit"
        variant="primary"
        size="large"
        disabled={!hydrated}
        aria-disabled={setting.running}
      >
        {setting.running ? texts.reset.setting : texts.reset.set}
      </Button>
    </form>
  );
}

function tokenInAddress(): string {
  return window.location.hash.slice(1);
}

const resolverIn =
  (exact: ExactTexts): Resolver<Fields> =>
  (values) => {
    const { password = "", confirmPassword = "" } = values;
    const fault = newPasswordFault({ password, confirmPassword }, exact);
    if (fault === null) return { values, errors: {} };
    return { values: {}, errors: { [fault.field]: { type: "rule", message: fault.sentence } } };
  };
