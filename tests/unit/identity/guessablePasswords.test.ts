import { expect, test } from "bun:test";
import { isStrongPassword } from "../../../contract/identity/passwordRules.ts";
import { refuseGuessable } from "../../../server/identity/guessablePasswords.ts";

const ada = { email: "ada.king@analytical.test", firstName: "Ada", lastName: "Lovelace" };

async function refusalOf(password: string): Promise<string | null> {
  // What the rules of form refuse anyway would show nothing.
  expect([password, isStrongPassword(password)]).toEqual([password, true]);
  return refuseGuessable(password, ada).then(
    () => null,
    (error: Error) => error.message,
  );
}

for (const password of [
  "Password1!",
  "Welcome1!",
  "Qwerty123!",
  "P@ssw0rd1!",
  "PASSWORd2026!",
  "!!Dragon99",
  "iLoveYou#1",
  "Summer-2026",
  "Abc12345!",
  "Football_77",
])
  test(`${password} is one of the first that others try`, async () => {
    expect(await refusalOf(password)).toStartWith("This password is one of the first that others try.");
  });

for (const password of [
  "Lovelace1!",
  "Ada-Lovelace-1",
  "lovelaceADA99!",
  "Ada.King@Analytical.test1",
  "Ada.King#2026",
  "Analytical.1815",
])
  test(`${password} is its owner's name or address`, async () => {
    expect(await refusalOf(password)).toStartWith("This password is your own name or address.");
  });

for (const password of [
  "Right-Horse-7",
  "correct Horse battery 9!",
  "xK7#mQ2$vL",
  "Password of my aunt, 1954",
  "Lovelace-met-Babbage-1833",
  "Zebra!!47kettle",
])
  test(`${password} is nobody's guess`, async () => expect(await refusalOf(password)).toBeNull());
