import { doctor } from "../en/terminal/doctor.ts";
import type { InEachLanguage } from "../language.ts";

export type DoctorTexts = typeof doctor;
export const doctorTexts: InEachLanguage<DoctorTexts> = { en: doctor };
