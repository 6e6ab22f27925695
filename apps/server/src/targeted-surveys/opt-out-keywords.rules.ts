/**
 * Keywords by which people opt out of messages and opt in again. All languages are accepted, whatever the language of the survey.
 * A message counts only if it consists of a keyword, so that answers are not mistaken for one.
 */
import { asciiDigits } from '@waypost/contract/typed-numbers';
import { normalizeKeyword } from '../messages/messages.public.ts';

const stopKeywordLists = [
  'stop, stopall, stop all, stop it, unsubscribe, opt out, optout, end, quit, cancel',
  'arret, arreter, stopper, desabonner', // French
  'alto, parar, pare, para, detener, baja, cancelar', // Spanish, Portuguese
  'stopp, halt, abbestellen, ende', // German, Scandinavian
  'ferma, basta, stoppa, sluta, afmelden', // Italian, Swedish, Dutch
  'acha, simama, komesha, sitisha, jiondoe', // Swahili
  'jooji, dhaaf, tsaya, daina, dakata', // Somali, Hausa
  'dur, iptal, berhenti, hinto, tigil, itigil, dung, huy', // Turkish, Indonesian, Filipino, Vietnamese
  'kanpe, rete, sispann, zastavi, prestan', // Haitian Creole, South Slavic
  'стоп, стой, отписаться, зупинити, відписатися', // Russian, Ukrainian
  'σταματα, τελος', // Greek
  'توقف, ايقاف, قف, الغاء, الغاء الاشتراك, بس', // Arabic
  'بند, روک, رکو, لغو, توقف کن', // Urdu, Persian
  'रोको, बंद, बंद करो, रोक, रोक्नुहोस्', // Hindi, Nepali
  'বন্ধ, থামো, থামুন', // Bengali
  'አቁም, አቁሙ', // Amharic
  'ရပ်, หยุด, ឈប់', // Burmese, Thai, Khmer
  '停止, 停, 退订, 退訂, 取消', // Chinese
  'ストップ, 中止, 停止する', // Japanese
  '정지, 중지, 그만', // Korean
];

const startKeywordLists = [
  'start, unstop, restart, subscribe, resume',
  'demarrer, commencer, reprendre',
  'empezar, iniciar, comenzar, comecar, alta',
  'starten, beginnen, anmelden, inizia, starta',
  'anza, endelea, basla, mulai, simulan, bat dau, komanse, bilow',
  'старт, начать, почати',
  'ابدا, ابدأ, بدء, استئناف, شروع',
  'शुरू, सुरु, শুরু, ጀምር',
  '开始, 開始, スタート, 시작',
];

const parseKeywords = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => line.split(',').map(normalizeKeyword)));

const stopKeywords = parseKeywords(stopKeywordLists);
const startKeywords = parseKeywords(startKeywordLists);

/** The keyword of a message; undefined for any other message. */
export function parseOptOutKeyword(text: string): 'stop' | 'start' | undefined {
  const normalized = normalizeKeyword(text);
  if (stopKeywords.has(normalized)) return 'stop';
  return startKeywords.has(normalized) ? 'start' : undefined;
}

/** Digits of the code that confirms STOP. */
export const stopCodeLength = 8;

/** The code of a message that is nothing but a code, or STOP in any language and a code; undefined for any other message. */
export function parseStopCode(text: string): string | undefined {
  const words = normalizeKeyword(asciiDigits(text)).split(' ');
  const start = words.findIndex((word) => /^\d+$/.test(word));
  if (start === -1) return undefined;
  const [keyword, code] = [words.slice(0, start).join(' '), words.slice(start).join('')];
  const isCode = code.length === stopCodeLength && /^\d+$/.test(code);
  return isCode && (keyword === '' || stopKeywords.has(keyword)) ? code : undefined;
}
