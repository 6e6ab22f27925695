/**
 * Keywords by which the sender of text messages asks how far their last report is. All languages are accepted. A message counts only if it
 * consists of a keyword, so that a report is not mistaken for one.
 */
import { normalizeKeyword } from '../../messages/messages.public.ts';

/** Keywords and the languages they belong to; the first is the default of those that several languages share. */
const statusKeywords: readonly (readonly [readonly string[], string])[] = [
  [['en', 'id'], 'status, status?, my report'],
  [['fr'], 'statut, etat, suivi'],
  [['es', 'pt'], 'estado'],
  [['pt'], 'situacao'],
  [['sw'], 'hali'],
  [['ht'], 'estati'],
  [['ru', 'uk'], 'статус'],
  [['uk'], 'стан'],
  [['ar'], 'حالة, الحالة, حالة البلاغ'],
  [['hi'], 'स्थिति, स्टेटस'],
  [['zh'], '状态, 狀態, 查询'],
  [['id'], 'status laporan'],
];

const languagesByKeyword = new Map(
  statusKeywords.flatMap(([languages, keywords]) =>
    keywords.split(',').map((keyword) => [normalizeKeyword(keyword), languages] as const),
  ),
);

/** The languages in which a message asks for the status, the likeliest first; undefined for any other message. */
export const parseStatusRequest = (text: string): readonly string[] | undefined =>
  languagesByKeyword.get(normalizeKeyword(text));
