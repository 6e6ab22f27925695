/** Finds names of people after titles and after phrases such as "my name is", in twelve languages. Pure. */
import { findAll, inBothCases, type Span } from './spans.ts';

/** Titles before names, in scripts with capital letters; a point may follow. */
const titles = [
  // English
  'Mr',
  'Mrs',
  'Ms',
  'Miss',
  'Dr',
  'Prof',
  'Professor',
  'Sir',
  'Madam',
  'Pastor',
  'Rev',
  'Reverend',
  'Fr',
  'Father',
  'Sister',
  'Chief',
  'Sheikh',
  'Imam',
  'Sgt',
  'Sergeant',
  'Capt',
  'Captain',
  'Constable',
  'Officer',
  'Inspector',
  'Hon',
  // Spanish
  'Sr',
  'Sra',
  'Srta',
  'Señor',
  'Señora',
  'Señorita',
  'Don',
  'Doña',
  'Dra',
  'Doctor',
  'Doctora',
  'Lic',
  'Ing',
  'Padre',
  'Profesor',
  'Profesora',
  // French
  'M',
  'Mme',
  'Mlle',
  'Monsieur',
  'Madame',
  'Mademoiselle',
  'Docteur',
  'Maître',
  'Me',
  'Professeur',
  // Portuguese
  'Senhor',
  'Senhora',
  'Dona',
  'Seu',
  'Doutor',
  'Doutora',
  'Professora',
  // Russian and Ukrainian
  'господин',
  'госпожа',
  'г-н',
  'г-жа',
  'гражданин',
  'гражданка',
  'доктор',
  'пан',
  'пані',
  'панові',
  'громадянин',
  'громадянка',
  'лікар',
  'товарищ',
  'товариш',
  // Swahili
  'Bwana',
  'Bw',
  'Bi',
  'Bibi',
  'Mzee',
  'Mheshimiwa',
  'Mhe',
  'Dkt',
  'Daktari',
  'Mwalimu',
  'Mchungaji',
  // Indonesian
  'Bapak',
  'Pak',
  'Bpk',
  'Ibu',
  'Bu',
  'Sdr',
  'Sdri',
  'Saudara',
  'Haji',
  'Hj',
  'Ustaz',
  'Ustad',
  'Mas',
  'Mbak',
  // Haitian Creole
  'Mesye',
  'Madanm',
  'Madmwazèl',
  'Misye',
  'Doktè',
  'Pastè',
  'Msye',
  'Mèt',
];

/** Phrases before one's own or somebody else's name, in scripts with capital letters. */
const phrases = [
  'my name is',
  'his name is',
  'her name is',
  'named',
  'called',
  'me llamo',
  'mi nombre es',
  'se llama',
  'su nombre es',
  "je m[’']appelle",
  'mon nom est',
  "s[’']appelle",
  'nommée?',
  'me chamo',
  'meu nome é',
  'chama-se',
  'se chama',
  'chamad[oa]',
  'меня зовут',
  'его зовут',
  'её зовут',
  'ее зовут',
  'по имени',
  'мене звати',
  'його звати',
  'її звати',
  "на ім[’']я",
  'jina langu ni',
  'naitwa',
  'anaitwa',
  'jina lake ni',
  'nama saya',
  'namanya',
  'bernama',
  'non mwen se',
  'mwen rele',
  'li rele',
  'yo rele',
];

const capitalized = String.raw`\p{Lu}[\p{L}’'-]+`;
const initial = String.raw`\p{Lu}\.`;
/** One to four words, with initials and with particles between them. */
const name = String.raw`(?:${capitalized}|${initial})(?:[ \t]+(?:(?:de|da|dos|do|del|la|van|von|bin|binti|al|el|ben)[ \t]+)?(?:${capitalized}|${initial})){0,3}`;

/** Short titles in lower case are other words in some language: `me`, `mas`, `don`. */
const inLowerCaseToo = (title: string): string =>
  title.length >= 5 || /\p{Script=Cyrillic}/u.test(title) ? inBothCases(title) : title;

const wordStart = String.raw`(?<![\p{L}\p{N}])`;
const afterTitle = new RegExp(
  `${wordStart}(?:${titles.map(inLowerCaseToo).join('|')})(?:\\.[ \\t]*|[ \\t]+)(?<found>${name})`,
  'gdu',
);
const afterPhrase = new RegExp(
  `${wordStart}(?:${phrases.map(inBothCases).join('|')})[ \\t]+(?<found>${name})`,
  'gdu',
);

/** Arabic: one to three words after a title or phrase. Titles have the article, as in an address or a mention. */
const arabic =
  /(?<![\p{L}])(?:(?:ال)?(?:سيد|سيدة|دكتور|دكتورة|أستاذ|أستاذة|شيخ|حاج|حاجة|مهندس|مهندسة)|د\.|أ\.|اسمي|اسمه|اسمها|يدعى|تدعى)\s+(?<found>\p{L}+(?:\s+(?:بن|بنت|أبو|أم|عبد|ال)?\s?\p{L}+)?)/dgu;

/** Hindi: one or two words after a title or phrase. */
const hindi =
  /(?<![\p{L}\p{M}])(?:श्री|श्रीमती|सुश्री|डॉ\.?|डॉक्टर|कुमारी|मेरा नाम|उसका नाम|उनका नाम|नाम है)\s+(?<found>[\p{Script=Devanagari}]{2,}(?:\s+(?!ने|को|का|की|के|है|से|में|पर|और|था|थी|हैं|जी)[\p{Script=Devanagari}]{2,})?)/dgu;

/** Chinese: a family name and up to two characters before a title, or a name after a phrase. */
const familyNames =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤';
const chinese = new RegExp(
  `(?<found>[${familyNames}]\\p{Script=Han}{0,2}?)(?:先生|女士|小姐|太太|医生|老师|教授|警官|律师|大爷|阿姨)|(?:我叫|名叫|姓名[:：是]?\\s*|我是)(?<name>[${familyNames}]\\p{Script=Han}{1,2})`,
  'gdu',
);

function findChineseNames(text: string): Span[] {
  return [...text.matchAll(chinese)].flatMap(({ indices }) => {
    const range = indices?.groups?.['found'] ?? indices?.groups?.['name'];
    return range ? { start: range[0], end: range[1] } : [];
  });
}

/** Names in a text. */
export const findNames = (text: string): Span[] => [
  ...findAll(text, afterTitle),
  ...findAll(text, afterPhrase),
  ...findAll(text, arabic),
  ...findAll(text, hindi),
  ...findChineseNames(text),
];
