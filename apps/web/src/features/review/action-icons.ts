/** The icons of the actions of the review screen that have a button or menu entry. */
import {
  IconArchive,
  IconArrowBackUp,
  IconArrowForward,
  IconArrowLeft,
  IconArrowMerge,
  IconHandGrab,
  IconKeyboard,
  IconLanguage,
  IconListCheck,
  IconMap2,
  IconNote,
  IconPencil,
  IconPlayerPause,
  IconShieldCheck,
  IconTags,
  IconUserPlus,
  IconWorldCheck,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ReviewAction } from './keys/review-keys.ts';

/** Actions in the bar and its menu; the others have buttons beside what they act on. */
export type BarAction = Exclude<ReviewAction, 'accept' | 'clear'>;

/** Icons by action. */
export const actionIcons: Readonly<Record<BarAction, TablerIcon>> = {
  publish: IconWorldCheck,
  archive: IconArchive,
  pass: IconArrowForward,
  back: IconArrowLeft,
  undo: IconArrowBackUp,
  tasks: IconListCheck,
  categories: IconTags,
  assign: IconUserPlus,
  note: IconNote,
  verify: IconShieldCheck,
  merge: IconArrowMerge,
  translate: IconLanguage,
  claim: IconHandGrab,
  pause: IconPlayerPause,
  edit: IconPencil,
  map: IconMap2,
  help: IconKeyboard,
};
