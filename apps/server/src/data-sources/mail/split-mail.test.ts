import { measureGrowth } from '@waypost/survey-logic/testing/measure-growth';
import { describe, expect, test } from 'vitest';
import { splitMail } from './split-mail.ts';

const reply = { isAnswer: true, isForwarded: false };
const own = 'The left bank.\n\nTwo houses, at 10:41.';
const address = 'reports@example.org';
const desk = `Reports <${address}>`;
const split = (text: string, kind = reply) => splitMail(text, kind);
const headerLines = (...lines: string[]) => `${lines.join('\n')}\n\nWhich bank?`;

/** What mail programs write above the mail that they quote. `>` stands for quoted lines. */
const introductions: Record<string, string> = {
  'Gmail, English': `On Tue, Dec 3, 2019 at 10:41 AM ${desk} wrote:\n\n>`,
  'Gmail, wrapped': `On Tue, 3 Dec 2019 at 10:41, A Name That Is Rather Long and Longer <\n${address}> wrote:\n\n>`,
  'Gmail, wrapped twice': `On Tue, 3 Dec 2019 at 10:41, A Name That Is Rather Long and\nLonger than one line would ever be in any of these programs <\n${address}> wrote:\n\n>`,
  'Gmail, wrapped in German': `A Name That Is Rather Long and Longer <${address}>\nschrieb am Di., 3. Dez. 2019, 10:41:\n\n>`,
  'Gmail, Arabic': `في الثلاثاء، 3 ديسمبر 2019 في 10:41 ص تمت كتابة ما يلي بواسطة \u202aReports\u202c\u200f <\u202a${address}\u202c\u200f>:\n\n>`,
  'Gmail, Arabic digits': `في الثلاثاء، ٣ ديسمبر ٢٠١٩ في ١٠:٤١ ص تمت كتابة ما يلي بواسطة Reports:\n\n>`,
  'Gmail, Chinese': `${desk} 于2019年12月3日周二 10:41写道：\n\n>`,
  'Gmail, Danish': `tir. 3. dec. 2019 kl. 10.41 skrev ${desk}:\n\n>`,
  'Gmail, Dutch': `Op di 3 dec. 2019 om 10:41 schreef ${desk}:\n\n>`,
  'Gmail, French': `Le mar. 3 déc. 2019 à 10:41, ${desk} a écrit :\n\n>`,
  'Gmail, German': `Am Di., 3. Dez. 2019 um 10:41 Uhr schrieb ${desk}:\n\n>`,
  'Gmail, Hindi': `मंगल, 3 दिस॰ 2019 को 10:41 am बजे को ${desk} ने लिखा:\n\n>`,
  'Gmail, Hungarian': `${desk} ezt írta (időpont: 2019. dec. 3., K, 10:41):\n\n>`,
  'Gmail, Indonesian': `Pada tanggal Sel, 3 Des 2019 pukul 10.41 ${desk} menulis:\n\n>`,
  'Gmail, Italian': `Il giorno mar 3 dic 2019 alle ore 10:41 ${desk} ha scritto:\n\n>`,
  'Gmail, Polish': `wt., 3 gru 2019 o 10:41 ${desk} napisał(a):\n\n>`,
  'Gmail, Portuguese': `Em ter., 3 de dez. de 2019 às 10:41, ${desk} escreveu:\n\n>`,
  'Gmail, Russian': `вт, 3 дек. 2019 г. в 10:41, ${desk}:\n\n>`,
  'Gmail, Spanish': `El mar, 3 dic 2019 a las 10:41, Reports (<${address}>) escribió:\n\n>`,
  'Gmail, Swahili': `Mnamo Jum, 3 Des 2019 saa 10:41 ${desk} aliandika:\n\n>`,
  'Gmail, Turkish': `${desk}, 3 Ara 2019 Sal, 10:41 tarihinde şunu yazdı:\n\n>`,
  'Gmail, Ukrainian': `вт, 3 груд. 2019 р. о 10:41 ${desk} пише:\n\n>`,
  'Gmail, Estonian': `Kuupäev T, 3. detsember 2019 kell 10:41 kirjutas ${desk}:\n\n>`,
  'Apple Mail, English': `On 3 Dec 2019, at 10:41, ${desk} wrote:\n\n>`,
  'Apple Mail, Arabic': `في 3 ديسمبر 2019، الساعة 10:41 ص، كتب ${desk}:\n\n>`,
  'Apple Mail, Chinese': `在 2019年12月3日，10:41，${desk} 写道：\n\n>`,
  'Apple Mail, Danish': `Den 3. dec. 2019 kl. 10.41 skrev ${desk}:\n\n>`,
  'Apple Mail, French': `Le 3 déc. 2019 à 10:41, ${desk} a écrit\u00a0:\n\n>`,
  'Apple Mail, narrow blank': 'Le 3 déc. 2019 à 10:41, Reports a écrit\u202f:\n\n>',
  'Apple Mail, Italian': `Il giorno 3 dic 2019, alle ore 10:41, ${desk} ha scritto:\n\n>`,
  'Apple Mail, Russian': `3 дек. 2019 г., в 10:41, ${desk} написал(а):\n\n>`,
  'Apple Mail, Turkish': `Reports <${address}> şunları yazdı (3 Ara 2019 10:41):\n\n>`,
  'Yahoo, English': `On Tuesday, December 3, 2019, 10:41:17 AM GMT+3, ${desk} wrote: \n \n Which bank?`,
  'Yahoo, French': `Le mardi 3 décembre 2019 à 10:41:17 UTC+3, ${desk} a écrit : \n \n Quelle rive ?`,
  'Yahoo, old, English': `  From: ${desk}\n To: "me@example.org" <me@example.org> \n Sent: Tuesday, December 3, 2019 10:41 AM\n Subject: Re: Bridge\n   \nWhich bank?`,
  'Yahoo, old, French': `      De : ${desk}\n À : Moi <me@example.org> \n Envoyé le : Mardi 3 décembre 2019 10h41\n Objet : Re: Pont\n\nQuelle rive ?`,
  'Zoho, English': `---- On Tue, 03 Dec 2019 10:41:17 +0300 ${desk} wrote ----\n\nWhich bank?`,
  'Zoho, no dashes': `On Tue, 03 Dec 2019 10:41:17 +0300 ${desk} wrote\n\nWhich bank?`,
  'Zoho, no brackets': `---- On Tue, 03 Dec 2019 10:41:17 +0300 ${address} wrote ---\n\nWhich bank?`,
  'Zoho, Spanish': `---- El mar, 03 dic 2019 10:41:17 +0300 ${desk} escribió ----\n\n¿Cuál?`,
  'Proton, English': `On Tuesday, December 3rd, 2019 at 10:41, ${desk} wrote:\n\n>`,
  'Proton, old': `‐‐‐‐‐‐‐ Original Message ‐‐‐‐‐‐‐\nOn Tuesday, December 3, 2019 10:41 AM, ${desk} wrote:\n\n>`,
  'Proton, French': `Le mardi 3 décembre 2019 à 10:41, ${desk} a écrit :\n\n>`,
  'Samsung, English': `-------- Original message --------\nFrom: ${desk} \nDate: 03/12/2019  10:41  (GMT+03:00) \nTo: me@example.org \nSubject: Re: Bridge \n\nWhich bank?`,
  'Samsung, German': `-------- Ursprüngliche Nachricht --------\nVon: ${desk} \nDatum: 03.12.19 10:41 (GMT+01:00) \nAn: me@example.org \nBetreff: Re: Brücke \n\nWelche?`,
  'Samsung, Turkish': `-------- Orijinal mesaj --------\nKimden: ${desk} \nTarih: 3.12.2019 10:41 (GMT+03:00) \nAlıcı: me@example.org \nKonu: Re: Köprü \n\nHangisi?`,
  'K-9, English': `On December 3, 2019 10:41:17 AM GMT+03:00, ${desk} wrote:\n>`,
  'K-9, German': `Am 3. Dezember 2019 10:41:17 MEZ schrieb ${desk}:\n>`,
  'K-9, Polish': `Dnia 3 grudnia 2019 10:41:17 CET, ${desk} napisał/a:\n>`,
  'Thunderbird, English': 'On 12/3/19 10:41, Reports wrote:\n>',
  'Thunderbird, Polish': 'W dniu 3.12.2019 o 10:41, Reports pisze:\n>',
  'Thunderbird, Hungarian': '2019. 12. 03. 10:41 keltezéssel, Reports írta:\n>',
  'Apple Mail, Polish, without quote marks': `Wiadomość napisana przez ${desk} w dniu 11 mar 2020, o godz. 07:05:\n\nGdzie?`,
  'mail.ru': `Вторник, 3 декабря 2019, 10:41 +03:00 от ${desk}:\n \n>`,
  Yandex: `03.12.2019, 10:41, "Reports" <${address}>:\n>`,
  'ukr.net': `3 грудня 2019, 10:41:17, від "Reports" <${address}>:\n\n>`,
  NetEase: `在 2019-12-03 10:41:17，"Reports" <${address}> 写道：\n\n>`,
  'NetEase, phone': `---- 回复的原邮件 ----\n| 发件人 | Reports<${address}> |\n| 日期 | 2019年12月03日 10:41 |\n| 收件人 | me@example.org |\n| 主题 | 桥 |\n哪个？`,
  'QQ Mail': `------------------ 原始邮件 ------------------\n发件人: "Reports" <${address}>;\n发送时间: 2019年12月3日(星期二) 上午10:41\n收件人: "me"<me@example.org>;\n主题: Re: 桥\n\n哪个？`,
  Mutt: 'Reports wrote:\n>',
  Japanese: `2019/12/03 10:41、${desk}のメッセージ:\n\n>`,
  Korean: `2019. 12. 3. 오전 10:41, ${desk} 작성:\n\n>`,
  Finnish: `ti 3. jouluk. 2019 klo 10.41 ${desk} kirjoitti:\n\n>`,
  Swedish: `Den tis 3 dec. 2019 kl 10:41 skrev ${desk}:\n\n>`,
  'Haitian Creole': `Nan dat 3 desanm 2019 a 10:41, ${desk} te ekri:\n\n>`,
  'an unknown language': `3 rêbendan 2019 li 10:41 ${desk}:\n\n>`,
  'old programs': '-----Original Message-----\nFrom: Reports\n\nWhich bank?',
  'web mail in German': '-------- Original-Nachricht --------\nBetreff: Brücke\n\nWelche?',
  'T-Online': `-----Original-Nachricht-----\nBetreff: Re: Brücke\nDatum: 2019-12-03T10:41:17+0100\nVon: "Reports" <${address}>\nAn: me@example.org\n\nWelche?`,
  GMX: `Gesendet: Dienstag, 3. Dezember 2019 um 10:41 Uhr\nVon: "Reports" <${address}>\nAn: me@example.org\nBetreff: Re: Brücke\n\nWelche?`,
  'Outlook in an unknown language': headerLines(
    `Ji: ${desk}`,
    'Hat şandin: 3 Rêbendan 2019 10:41',
    'Bo: Ines',
    'Mijar: Pir',
  ),
  'Outlook in Czech': headerLines(
    `Od: ${desk}`,
    'Odesláno: úterý 3. prosince 2019 10:41',
    'Komu: Ines',
    'Předmět: RE: Most',
  ),
  'Outlook in Bulgarian': headerLines(
    `От: ${desk}`,
    'Изпратено: 3 декември 2019 10:41',
    'До: Ines',
    'Относно: Мост',
  ),
  'Outlook inside an office': headerLines(
    'From: Reports',
    'Sent: 3 December 2019 10:41',
    'To: Ines',
    'Subject: Bridge',
  ),
  'Samsung, in one line': `-------- Original message --------From: ${desk} Date: 03/12/2019  10:41  (GMT+03:00) To: me@example.org Subject: Re: Bridge\n\nWhich bank?`,
  Czech: 'Dne 03. 12. 19 v 10:41 Reports napsal(a):\n\n>',
  'Gmail, Chinese in Taiwan': '於 2019/12/3 上午 10:41, Reports 提到:\n\n>',
  'Gmail, wrapped before the address': `A Name That Is Rather Long Of The Department Of Roads\n<${address}> ezt írta (időpont: 2019. dec. 3., K, 10:41):\n\n>`,
  'wrapped around the address': `On Wed, Dec 9, 2019 at 10:41, Mister Example\n<${address}>\nwrote:\n>`,
  'a separator in an unknown language': `------ Peyama orîjînal ------\nFrom: ${desk}\nDate: 3.12.2019 10:41\n\nWhich bank?`,
};
const outlookNames: Record<string, [from: string, sent: string, to: string, subject: string]> = {
  English: ['From', 'Sent', 'To', 'Subject'],
  Arabic: ['من', 'تم الإرسال', 'إلى', 'الموضوع'],
  Chinese: ['发件人', '发送时间', '收件人', '主题'],
  Danish: ['Fra', 'Sendt', 'Til', 'Emne'],
  Dutch: ['Van', 'Verzonden', 'Aan', 'Onderwerp'],
  French: ['De', 'Envoyé', 'À', 'Objet'],
  German: ['Von', 'Gesendet', 'An', 'Betreff'],
  'Haitian Creole': ['Soti nan', 'Voye', 'Pou', 'Sijè'],
  Hindi: ['प्रेषक', 'भेजा गया', 'प्रति', 'विषय'],
  Hungarian: ['Feladó', 'Elküldve', 'Címzett', 'Tárgy'],
  Indonesian: ['Dari', 'Dikirim', 'Kepada', 'Subjek'],
  Italian: ['Da', 'Inviato', 'A', 'Oggetto'],
  Polish: ['Od', 'Wysłano', 'Do', 'Temat'],
  Portuguese: ['De', 'Enviada em', 'Para', 'Assunto'],
  Russian: ['От', 'Отправлено', 'Кому', 'Тема'],
  Spanish: ['De', 'Enviado el', 'Para', 'Asunto'],
  Swahili: ['Kutoka', 'Imetumwa', 'Kwa', 'Mada'],
  Turkish: ['Kimden', 'Gönderildi', 'Kime', 'Konu'],
  Ukrainian: ['Від', 'Надіслано', 'Кому', 'Тема'],
};

describe('of a reply only the sender’s own words are kept, above the quote of', () => {
  test.each(Object.entries(introductions))('%s', (_program, introduction) => {
    const quote = introduction.replace(/\n>$/, '\n> Which bank?\n>\n> Reports');
    expect(split(`${own}\r\n\r\n${quote}\n`)).toEqual({ own, quoted: expect.stringMatching(/^\W*\S/) });
  });

  test.each(Object.entries(outlookNames))('Outlook in %s', (_language, [from, sent, to, subject]) => {
    const lines = [`${from}: ${desk}`, `${sent}: 3.12.2019 10:41`, `${to}: Ines`, `${subject}: Bridge`];
    for (const quote of [
      headerLines(...lines),
      `________________________________\n${headerLines(...lines.map((line) => line.replace(':', '\u00a0:')))}`,
      headerLines(...lines.map((line) => line.replace(/^(.*?):/, '*$1:*'))),
      lines.join('\n\n'),
    ])
      expect(split(`${own}\n\n${quote}`)).toEqual({ own, quoted: quote.replaceAll('\u00a0', ' ').trim() });
  });

  test('Outlook with a list of recipients that is wrapped', () => {
    const quote = headerLines(
      `From: ${desk}`,
      `To: Ines <ines@example.org>; Omar <omar@example.org>;`,
      ' Wanjiru <wanjiru@example.org>',
      'omar@example.com',
      'Subject: Bridge',
    );
    expect(split(`${own}\n\n${quote}`).own).toBe(own);
  });
});

describe('the signature and footer are no part of it:', () => {
  test.each([
    '-- \nInes Ortega\nDirector',
    'Sent from my iPhone',
    'Sent from Yahoo Mail on Android',
    'Sent with Proton Mail secure email.',
    'Sent from my phone',
    'Sent from BlueMail',
    'Get BlueMail for Android',
    'Yahoo Mail: Search, Organize, Conquer',
    'Hol dir Outlook für Android',
    'Obtenez Outlook pour iOS',
    'Ottieni Outlook per Android',
    'Отправлено с мобильного устройства',
    'مُرسل من هاتف Huawei الخاص بي',
    '发自我的小米',
    'Sent from Mail for Windows',
    'Get Outlook for iOS<https://aka.ms/o0ukef>',
    'Get Outlook for Android',
    'Envoyé de mon iPhone',
    'Envoyé depuis mon appareil Galaxy',
    'Télécharger Outlook pour iOS',
    'Von meinem iPhone gesendet',
    'Gesendet mit der GMX Mail App',
    'Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.',
    'Outlook für Android beziehen',
    'Enviado desde mi iPhone',
    'Obtener Outlook para iOS',
    'Enviado do meu iPhone',
    'Obter o Outlook para Android',
    'Inviato da iPhone',
    'Scarica Outlook per iOS',
    'Verstuurd vanaf mijn iPhone',
    'Outlook voor iOS downloaden',
    'Sendt fra min iPhone',
    'Hent Outlook til Android',
    'Wysłane z iPhone’a',
    'Pobierz program Outlook dla systemu Android',
    'iPhone-ról küldve',
    'iPhone’umdan gönderildi',
    'iOS için Outlook’u edinin',
    'Отправлено с iPhone',
    'Отправлено из мобильной Почты Mail',
    'Скачать Outlook для iOS',
    'Надіслано з iPhone',
    'Завантажити Outlook для Android',
    'أُرسلت من الـ iPhone',
    'الحصول على Outlook لـ iOS',
    'मेरे iPhone से भेजा गया',
    'Android के लिए Outlook प्राप्त करें',
    'Dikirim dari iPhone saya',
    'Dapatkan Outlook untuk Android',
    'Imetumwa kutoka iPhone yangu',
    'Voye soti nan iPhone mwen',
    '发自我的 iPhone',
    '从我的iPhone发送',
    '获取 Outlook for iOS',
  ])('%s', (footer) => {
    expect(split(`${own}\n\n${footer}\n`)).toEqual({ own, quoted: footer.replace('-- ', '--') });
    const quote = `On Tue, 3 Dec 2019 at 10:41, ${desk} wrote:\n> Which bank?`;
    expect(split(`${own}\n\n${footer}\n\n${quote}`).own).toBe(own);
    expect(split(`${own}\n\n${quote}\n\n${footer}`).own).toBe(own);
  });
});

describe('nothing is taken away from', () => {
  test('a mail that was passed on, nor from one that is no reply', () => {
    const sentOn = `See below.\n\nFrom: ${desk}\nSent: 3.12.2019\nSubject: It\n\nThe bridge is down.\n--\nOmar`;
    expect(split(sentOn, { isAnswer: false, isForwarded: true })).toEqual({ own: sentOn, quoted: '' });
    const text = '> marks a line\nFrom: here\nSent: at 10:41';
    expect(split(text, { isAnswer: false, isForwarded: false })).toEqual({ own: text, quoted: '' });
  });

  test('words about a forwarded message do not make a quote a report', () => {
    const own = 'I never got your forwarded message:';
    const quote = headerLines(`From: ${desk}`, 'Sent: 3.12.2019 10:41', 'To: Ines', 'Subject: Bridge');
    expect(split(`${own}\n\n${quote}`).own).toBe(own);
  });

  test.each([
    `---------- Forwarded message ---------\nFrom: ${desk}\nDate: Tue, Dec 3, 2019\nSubject: It`,
    `Begin forwarded message:\n\nFrom: ${desk}\nDate: 3 December 2019\nSubject: It`,
    `-------- Weitergeleitete Nachricht --------\nVon: ${desk}\nDatum: 3.12.2019\nBetreff: Es`,
    `----- Message transféré -----\nDe : ${desk}\nEnvoyé : 3.12.2019\nObjet : Pont`,
    `---------- الرسالة المحولة ---------\nمن: ${desk}\nالتاريخ: 3.12.2019`,
  ])('a mail that was passed on in a reply: %j', (forwarded) => {
    const text = `See this.\n\n${forwarded}\n\nThe bridge is down.`;
    expect(split(text)).toEqual({ own: text, quoted: '' });
  });
});

describe('kept are', () => {
  test('answers between and below quoted lines, also below an introduction', () => {
    expect(split('> Which bank?\nThe left one.\n\n> When?\nAt noon.').own).toBe('The left one.\n\nAt noon.');
    const introduction = `On Tue, 3 Dec 2019 at 10:41, ${desk} wrote:`;
    expect(split(`Hello!\n\n${introduction}\n> Which bank?\n\nThe left one.\n-- \nInes`)).toEqual({
      own: 'Hello!\n\nThe left one.',
      quoted: `${introduction}\n> Which bank?\n--\nInes`,
    });
  });

  test('answers below header lines whose mail is quoted with marks', () => {
    const header = `From: ${desk}\nSent: Wednesday, March 11, 2020 7:05 AM\nTo: Ines\nSubject: Bridge`;
    for (const above of [header, `-----Original Message-----\n${header}`])
      expect(split(`Hello\n\n${above}\n\n> Where?\n\nAt the mill.\n\n> How many?\n\nThree.`).own).toBe(
        'Hello\n\nAt the mill.\n\nThree.',
      );
  });

  test('one-line answers below long quoted lines', () => {
    const quoted = '> Where exactly is the bridge and how many people live near it, please';
    expect(split(`${quoted}\nAt the mill, 40 people\n${quoted}\n40`).own).toBe('At the mill, 40 people\n40');
  });

  test('no rests of quoted lines that a program wrapped', () => {
    const line =
      '> Where exactly is the bridge, how many people are there, and who of\nthem saw it?\n> Thanks';
    expect(split(`The left one.\n\n${line}`).own).toBe('The left one.');
  });

  test('answers below a signature, and between long quoted lines', () => {
    const introduction = `On Tue, 3 Dec 2019 at 10:41, ${desk} wrote:`;
    expect(
      split(
        `Hi, see below.\n-- \nInes\n\n${introduction}\n> Which bank?\n\nThe left one.\n\n> When?\n\nAt noon.`,
      ).own,
    ).toBe('Hi, see below.\n\nThe left one.\n\nAt noon.');
    expect(
      split(`See below.\n\nSent from my iPhone\n\n${introduction}\n> Which bank?\n\nThe left one.`).own,
    ).toBe('See below.\n\nThe left one.');
    const long = '> Where exactly is the bridge, and how many people are there at the moment?';
    expect(split(`${introduction}\n${long}\nThe left one, 40 people.\n> When?\nAt noon.`).own).toBe(
      'The left one, 40 people.\nAt noon.',
    );
  });

  test('nothing of a mail that is nothing but a signature', () => {
    for (const kind of [reply, { isAnswer: false, isForwarded: false }])
      expect(split('-- \nInes Ortega\n0711', kind)).toEqual({ own: '', quoted: '--\nInes Ortega\n0711' });
    const quote = `On Tue, 3 Dec 2019 at 10:41, ${desk} wrote:\n> Which?`;
    expect(split(`${quote}\n\n-- \nInes Ortega\n0711`).own).toBe('');
  });

  test('nothing but the quote, if there is nothing else', () => {
    expect(split('> Which bank?')).toEqual({ own: '', quoted: '> Which bank?' });
  });

  test('the text above an original message, although no header says that the mail is a reply', () => {
    const kind = { isAnswer: false, isForwarded: false };
    for (const introduction of [
      '-----Original Message-----\r\nFrom: Reports',
      '--- मूल संदेश ---\nप्रेषक: Reports',
    ])
      expect(split(`${own}\r\n\r\n${introduction}\r\n\r\nWhich bank?`, kind).own).toBe(own);
  });
});

test.each([
  ['long lines', `${'On and on it goes, line after line '.repeat(4)}:\n`],
  ['answers between quoted lines', '> Which bank?\nThe left one.\n'],
  ['blank lines', '\nx\n\n'],
  ['signatures', '> q\n-- \nInes\n'],
])('long mails of %s take linear time', (_name, line) => {
  // A quadratic algorithm would take 64 times as long.
  expect(measureGrowth((lines: number) => split(line.repeat(lines)), 150, 64)).toBeLessThan(8);
});

test('a line of blanks above a separator takes linear time', () => {
  const build = (length: number) => `${' '.repeat(length)}x\n-----Original Message-----\nFrom: a`;
  expect(measureGrowth((length: number) => split(build(length)), 1500, 64)).toBeLessThan(8);
});
