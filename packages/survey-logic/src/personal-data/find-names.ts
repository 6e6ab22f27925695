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
  'Teacher',
  'Judge',
  'Justice',
  'Minister',
  'Priest',
  'Bishop',
  'Mister',
  'Missus',
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
  'Maestro',
  'Maestra',
  'Oficial',
  'Agente',
  'Sargento',
  'Capitán',
  'Comandante',
  'Juez',
  'Jueza',
  'Ministro',
  'Ministra',
  'Jefe',
  'Jefa',
  'Jeque',
  'Imán',
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
  'Officier',
  'Agent',
  'Sergent',
  'Capitaine',
  'Commandant',
  'Juge',
  'Ministre',
  'Chef',
  'Cheikh',
  'Père',
  'Pasteur',
  'Abbé',
  // Portuguese
  'Senhor',
  'Senhora',
  'Dona',
  'Seu',
  'Doutor',
  'Doutora',
  'Professora',
  'Professor',
  'Policial',
  'Capitão',
  'Juiz',
  'Juíza',
  'Chefe',
  'Xeque',
  'Imã',
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
  'офицер',
  'офіцер',
  'полицейский',
  'поліцейський',
  'сержант',
  'капитан',
  'капітан',
  'лейтенант',
  'майор',
  'полковник',
  'врач',
  'учитель',
  'учительница',
  'вчитель',
  'вчителька',
  'судья',
  'суддя',
  'министр',
  'міністр',
  'начальник',
  'шейх',
  'имам',
  'імам',
  'пастор',
  'отец',
  'священник',
  'отець',
  'священик',
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
  'Afisa',
  'Askari',
  'Sajenti',
  'Kapteni',
  'Jaji',
  'Hakimu',
  'Waziri',
  'Chifu',
  'Shehe',
  'Imamu',
  'Padri',
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
  'Polisi',
  'Sersan',
  'Kapten',
  'Dokter',
  'Guru',
  'Hakim',
  'Menteri',
  'Kades',
  'Kiai',
  'Kyai',
  'Syekh',
  'Pendeta',
  'Romo',
  'Tuan',
  'Nyonya',
  // Haitian Creole
  'Mesye',
  'Madanm',
  'Madmwazèl',
  'Misye',
  'Doktè',
  'Pastè',
  'Msye',
  'Mèt',
  'Ofisye',
  'Polisye',
  'Ajan',
  'Sèjan',
  'Kapitèn',
  'Pwofesè',
  'Jij',
  'Minis',
  'Chèf',
  'Pè',
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
/** Words after titles that name an office: `Minis Sante`, `Menteri Kesehatan`, `Waziri Mkuu`. */
const office =
  '(?:Kesehatan|Pendidikan|Keuangan|Pertahanan|Pertanian|Perhubungan|Agama|Sosial|Dalam|Luar|Agung|Besar|Sante|Edikasyon|Jistis|Finans|Enteryè|Agrikilti|Mkuu)(?!\\p{L})';
const initial = String.raw`\p{Lu}\.`;
/** One to four words, with initials and with particles between them. */
const name = String.raw`(?:${capitalized}|${initial})(?:[ \t]+(?:(?:de|da|dos|do|del|la|van|von|bin|binti|al|el|ben)[ \t]+)?(?:${capitalized}|${initial})){0,3}`;

/** Other short titles in lower case are words in some language: `me`, `mas`, `don`. */
const shortInLowerCaseToo = new Set(['Juge', 'Chef', 'Père', 'Juez', 'Jefe', 'Jefa', 'Juiz', 'Jaji', 'Chèf']);
const inLowerCaseToo = (title: string): string =>
  title.length >= 5 || shortInLowerCaseToo.has(title) || /\p{Script=Cyrillic}/u.test(title)
    ? inBothCases(title)
    : title;

const wordStart = String.raw`(?<![\p{L}\p{N}])`;
const afterTitle = new RegExp(
  `${wordStart}(?:${titles.map(inLowerCaseToo).join('|')})(?:\\.[ \\t]*|[ \\t]+)(?!${office})(?<found>${name})`,
  'gdu',
);
const afterPhrase = new RegExp(
  `${wordStart}(?:${phrases.map(inBothCases).join('|')})[ \\t]+(?<found>${name})`,
  'gdu',
);

/** Arabic: one to three words after a title or phrase. Titles have the article, as in an address or a mention. */
const arabic =
  /(?<![\p{L}])(?:(?:ال)?(?:سيد|سيدة|دكتور|دكتورة|أستاذ|أستاذة|شيخ|حاج|حاجة|مهندس|مهندسة)|د\.|أ\.|اسمي|اسمه|اسمها|يدعى|تدعى)\s+(?<found>\p{L}+(?:\s+(?:بن|بنت|أبو|أم|عبد|ال)?\s?\p{L}+)?)/dgu;

/**
 * Arabic: offices, only with the article and before a word without it: `الوزير سامي` is a name, `وزير الصحة` and `الوزير السابق` are none.
 * Common words that follow an office are no names.
 */
const arabicOffice =
  /(?<![\p{L}])ال(?:ضابط|ضابطة|شرطي|شرطية|رقيب|نقيب|ملازم|رائد|عقيد|عميد|لواء|طبيب|طبيبة|معلم|معلمة|مدرس|قاضي|قاضية|وزير|وزيرة|عمدة|زعيم|رئيس|إمام|قس|قسيس|أب)\s+(?!ال|(?:رقم|في|من|على|إلى|عن|لم|لا|لن|ما|كان|كانت|قال|قالت|هو|هي|هذا|يوم|أمس|مع|بعد|قبل|أمام|عند)(?!\p{L}))(?<found>\p{L}+(?:\s+(?:بن|بنت|أبو|أم|عبد|ال)?\s?\p{L}+)?)/dgu;

/** Hindi: one or two words after a title or phrase. */
const hindi =
  /(?<![\p{L}\p{M}])(?:श्री|श्रीमती|सुश्री|डॉ\.?|डॉक्टर|कुमारी|अधिकारी|अफ़सर|अफसर|इंस्पेक्टर|दरोगा|सिपाही|हवलदार|कप्तान|शिक्षक|शिक्षिका|अध्यापक|अध्यापिका|मास्टर|न्यायाधीश|जज|मंत्री|मुखिया|सरपंच|शेख़?|इमाम|पादरी|पंडित|मेरा नाम|उसका नाम|उनका नाम|नाम है)\s+(?!(?:ने|को|का|की|के|है|से|में|पर|और|था|थी|थे|हैं|जी|नहीं|भी|तो|ही|द्वारा|साहब|आज|कल)(?![\p{Script=Devanagari}\p{M}]))(?<found>[\p{Script=Devanagari}]{2,}(?:\s+(?!ने|को|का|की|के|है|से|में|पर|और|था|थी|हैं|जी)[\p{Script=Devanagari}]{2,})?)/dgu;

/** Chinese: a family name and up to two characters before a title, or a name after a phrase. */
const familyNames =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢姜崔钟谭陆汪范金石廖贾夏韦付方白邹孟熊秦邱江尹薛闫段雷侯龙史陶黎贺顾毛郝龚邵万钱严覃武戴莫孔向汤';
const chinese = new RegExp(
  `(?<found>[${familyNames}]\\p{Script=Han}{0,2}?)(?:先生|女士|小姐|太太|夫人|医生|大夫|老师|教授|警官|队长|法官|部长|局长|主任|村长|律师|牧师|神父|阿訇|伊玛目|大爷|阿姨)|(?:我叫|名叫|姓名[:：是]?\\s*|我是)(?<name>[${familyNames}]\\p{Script=Han}{1,2})`,
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
  ...findAll(text, arabicOffice),
  ...findAll(text, hindi),
  ...findChineseNames(text),
];
