import { leadRoom } from "../en/workspace/leadRoom.ts";
import type { InEachLanguage } from "../language.ts";

export type LeadRoomTexts = typeof leadRoom;
export const leadRoomTexts: InEachLanguage<LeadRoomTexts> = { en: leadRoom };
