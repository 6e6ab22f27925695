/** Finds addresses of houses: a street with a number, in twelve languages. Streets alone name no house. Pure. */
import { findAll, inBothCases, type Span } from './spans.ts';

const word = String.raw`[\p{L}][\p{L}’'.-]*`;
const words = (max: number) => String.raw`(?:${word}[ \t]+){0,${max - 1}}${word}`;
const wordStart = String.raw`(?<![\p{L}\p{N}])`;
/** A house number: up to four digits and a letter. */
const houseNumber = String.raw`\d{1,4}(?:[ \t]?[A-Za-zА-Яа-я](?![\p{L}]))?(?![\p{N}.,:]\p{N}|\p{N}|[ \t]*(?:km|m|metros|mètres|метр))`;

/** `12 Church Road` */
const englishStreets =
  'Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Close|Crescent|Court|Way|Boulevard|Blvd|Terrace|Estate';
const numberFirst = new RegExp(
  `${wordStart}\\d{1,4}[A-Za-z]?,?[ \\t]+(?:\\p{Lu}[\\p{L}’'.-]*[ \\t]+){1,3}(?:${englishStreets})(?![\\p{L}])`,
  'gu',
);
/** `12, rue des Fleurs` */
const frenchNumberFirst = new RegExp(
  `${wordStart}\\d{1,4}(?:[ \\t](?:bis|ter))?,?[ \\t]+(?:rue|avenue|boulevard|allée|impasse|chemin|ri|riyèl)[ \\t]+${words(4)}`,
  'giu',
);

/** `Calle Mayor 5`, `Rua das Flores, 12`, `ул. Ленина, д. 5`, `Jl. Merdeka No. 5`, `Mtaa wa Uhuru, nyumba 12` */
const streetWords = [
  'calle',
  'carrera',
  'cra\\.?',
  'avenida',
  'av\\.',
  'avda\\.?',
  'pasaje',
  'jirón',
  'jr\\.',
  'rua',
  'travessa',
  'alameda',
  'praça',
  'rue',
  'avenue',
  'boulevard',
  'impasse',
  'ri',
  'riyèl',
  'ул\\.?',
  'улица',
  'улице',
  'просп\\.?',
  'проспект',
  'пер\\.?',
  'переулок',
  'вул\\.?',
  'вулиця',
  'вулиці',
  'пров\\.?',
  'провулок',
  'jl\\.?',
  'jalan',
  'gang',
  'gg\\.?',
  'mtaa wa',
  'barabara ya',
  'street',
  'road',
];
const particle = String.raw`(?:de|da|das|do|dos|del|la|las|los|le|les|des|du|di|ya|wa|y|e)`;
const streetName = String.raw`(?:${particle}[ \t]+){0,2}\p{Lu}[\p{L}’'.-]*(?:[ \t]+(?:${particle}[ \t]+){0,2}\p{Lu}[\p{L}’'.-]*){0,3}`;
const numberWords =
  'n[º°o]\\.?|N[º°o]\\.?|nr\\.?|num(?:ero|éro)?\\.?|número|numéro|nº|#|д\\.?|дом|буд\\.?|будинок|nomor|nyumba(?:[ \\t]+(?:namba|na\\.?))?|nimewo|casa|maison|kay';
const streetFirst = new RegExp(
  `${wordStart}(?:${streetWords.map(inBothCases).join('|')})[ \\t]+${streetName},?[ \\t]*(?:(?:${numberWords})[ \\t]*)?${houseNumber}`,
  'gu',
);

/** `House No. 12`, `nyumba namba 12`, `मकान नंबर 12`, `منزل رقم 12` */
const houses =
  /(?<![\p{L}\p{N}\p{M}])(?:house (?:no\.?|number)|flat (?:no\.?)?|apartment (?:no\.?)?|apt\.?|casa (?:n[º°o.]+|número)|apto\.?|maison (?:n[º°o.]+|numéro)|appartement|кв\.?|квартира|дом №|будинок №|nyumba (?:namba|na\.?)|rumah (?:no\.?|nomor)|kay nimewo|मकान (?:नंबर|संख्या|नं\.?)|घर (?:नंबर|संख्या|नं\.?)|फ्लैट (?:नंबर)?|(?:ال)?(?:منزل|بيت|شقة|عمارة) رقم)\s*(?:#\s*)?\d{1,4}[A-Za-z]?(?!\p{N})/giu;

/** `شارع النصر، رقم 12` */
const arabicStreet =
  /(?<!\p{L})(?:شارع|زقاق|حارة)\s+\p{L}+(?:\s+\p{L}+){0,2}،?\s*(?:رقم\s*)?\d{1,4}(?!\p{N})/gu;
/** `गली 5, मकान 12` and `5 गांधी मार्ग` */
const hindiStreet =
  /(?<![\p{L}\p{M}])गली\s*(?:(?:नंबर|नं\.?)\s*)?\d{1,4}(?!\p{N})|\d{1,4},?\s+[\p{Script=Devanagari}]+\s+(?:मार्ग|रोड|गली)(?![\p{L}\p{M}])/gu;
/** `人民路12号` */
const chineseStreet = /\p{Script=Han}{1,8}(?:路|街|巷|弄|道|胡同)\s*\d{1,5}\s*[号號](?:\d{1,4}[室楼])?/gu;

/** Addresses in a text. */
export const findAddresses = (text: string): Span[] =>
  [numberFirst, frenchNumberFirst, streetFirst, houses, arabicStreet, hindiStreet, chineseStreet].flatMap(
    (pattern) => findAll(text, pattern),
  );
