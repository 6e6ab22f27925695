/** Records in the audit log who published personal data. Publishing them is not refused. */
import { setImmediate } from 'node:timers/promises';
import { fieldTypes } from '@waypost/contract/surveys/field-types';
import { findPersonalData } from '@waypost/survey-logic/personal-data/find-personal-data';
import { recordChange } from '../../audit/audit.public.ts';
import { readPhoneCountry } from '../../contacts/contacts.public.ts';
import type { Tx } from '../../kernel/db/database.ts';
import type { Viewer } from '../../kernel/security/viewer.ts';
import { type SurveyFields, visibleFields } from '../../surveys/surveys.public.ts';
import type { PostAfterSave } from '../check-posts.ts';

/** Texts that visitors see once the post is published, and that may identify somebody. */
function* listPublicTexts(post: PostAfterSave, fields: SurveyFields): Generator<string> {
  yield post.title ?? '';
  yield post.content ?? '';
  for (const { key, type, response_private } of visibleFields(fields, false).attributes)
    if (fieldTypes[type].personalData !== 'none' && !response_private)
      for (const answer of [post.values[key] ?? []].flat()) if (typeof answer === 'string') yield answer;
}

async function hasPersonalData(texts: Iterable<string>, country: string | undefined): Promise<boolean> {
  for (const text of texts) {
    if (findPersonalData(text, { country }).length > 0) return true;
    // A long text takes tens of milliseconds: other requests are answered between two of them.
    await setImmediate();
  }
  return false;
}

/** Adds an entry if a post is published with texts that may identify somebody: that it has, not which. */
export async function recordPublishedPersonalData(
  tx: Tx,
  viewer: Viewer,
  { id, post, fields }: { id: number; post: PostAfterSave; fields: SurveyFields },
): Promise<void> {
  const country = await readPhoneCountry(tx);
  if (!(await hasPersonalData(listPublicTexts(post, fields), country))) return;
  const details = { published_personal_data: true };
  await recordChange(tx, viewer, { action: 'update', subject: 'posts', id, details });
}
