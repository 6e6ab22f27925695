/**
 * Words that mail programs write into replies, in the languages of Waypost and those of Danish, Dutch, German, Hungarian, Italian, Polish,
 * Swedish, Turkish and other users. To add a language, add its words to each list; `quotes.test.ts` tells where they stand in a mail.
 */

/** Matches one of several patterns as whole words. Chinese and Japanese have no blanks between words: those patterns stand in `unspaced`. */
const anyWordOf = (words: readonly string[], unspaced: readonly string[] = []): RegExp =>
  new RegExp([`(?<!\\p{L})(?:${words.join('|')})(?!\\p{L})`, ...unspaced].join('|'), 'iu');

/** Names of the header lines that stand above a quoted mail, by what they tell. */
const headerNames = {
  from: [
    [
      'from',
      'von',
      'absender',
      'de',
      'expéditeur',
      'remitente',
      'remetente',
      'da',
      'mittente',
      'van',
      'afzender',
    ],
    [
      'fra',
      'från',
      'od',
      'nadawca',
      'от',
      'от кого',
      'отправитель',
      'від',
      'від кого',
      'відправник',
      'feladó',
    ],
    [
      'kimden',
      'gönderen',
      'dari',
      'pengirim',
      'kutoka',
      'kutoka kwa',
      'mtumaji',
      'प्रेषक',
      'द्वारा',
      'من',
      'المرسل',
    ],
    ['soti nan', 'lähettäjä', '发件人', '寄件者', '寄件人', '差出人', '보낸 사람', '보낸사람'],
  ],
  sent: [
    [
      'sent',
      'date',
      'gesendet',
      'gesendet am',
      'datum',
      'envoyé',
      'envoyé le',
      "date d'envoi",
      'enviado',
      'enviada',
    ],
    [
      'enviado el',
      'enviado em',
      'enviada em',
      'fecha',
      'data',
      'inviato',
      'verzonden',
      'sendt',
      'dato',
      'skickat',
    ],
    [
      'wysłano',
      'wysłane',
      'data wysłania',
      'отправлено',
      'дата',
      'надіслано',
      'відправлено',
      'elküldve',
      'küldve',
    ],
    [
      'dátum',
      'gönderildi',
      'gönderilme tarihi',
      'gönderme tarihi',
      'tarih',
      'dikirim',
      'terkirim',
      'tanggal',
    ],
    [
      'imetumwa',
      'tarehe',
      'भेजा गया',
      'दिनांक',
      'तारीख',
      'तिथि',
      'تم الإرسال',
      'أرسلت',
      'تاريخ الإرسال',
      'التاريخ',
    ],
    [
      'voye',
      'dat',
      'lähetetty',
      'päivämäärä',
      '发送时间',
      '发送日期',
      '日期',
      '时间',
      '寄件日期',
      '傳送時間',
      '送信日時',
      '날짜',
    ],
  ],
  to: [
    [
      'to',
      'an',
      'empfänger',
      'à',
      'pour',
      'destinataire',
      'para',
      'destinatario',
      'destinatário',
      'a',
      'aan',
      'til',
    ],
    [
      'till',
      'do',
      'adresat',
      'кому',
      'címzett',
      'kime',
      'alıcı',
      'kepada',
      'ke',
      'untuk',
      'kwa',
      'प्रति',
      'प्राप्तकर्ता',
    ],
    ['إلى', 'المرسل إليه', 'pou', 'vastaanottaja', '收件人', '收件者', '宛先', '받는 사람', '받는사람'],
  ],
  subject: [
    [
      'subject',
      'betreff',
      'objet',
      'sujet',
      'asunto',
      'assunto',
      'oggetto',
      'onderwerp',
      'emne',
      'ämne',
      'temat',
    ],
    [
      'тема',
      'tárgy',
      'konu',
      'perihal',
      'hal',
      'subjek',
      'mada',
      'kichwa',
      'विषय',
      'الموضوع',
      'موضوع',
      'sijè',
      'aihe',
    ],
    ['主题', '主旨', '件名', '제목'],
  ],
  copy: [
    [
      'cc',
      'bcc',
      'kopie',
      'kopi',
      'copie à',
      'cópia',
      'копия',
      'копія',
      '抄送',
      'نسخة',
      'نسخة إلى',
      'tembusan',
    ],
    [
      'nakala',
      'प्रतिलिपि',
      'másolatot kap',
      'bilgi',
      'dw',
      'udw',
      'kopia',
      'reply-to',
      'répondre à',
      'antwort an',
    ],
  ],
} as const;

/** What a header line above a quoted mail tells. */
export type HeaderKind = keyof typeof headerNames;

/** The kinds of header lines by their names in lower case. */
export const headerKinds: ReadonlyMap<string, HeaderKind> = new Map(
  Object.entries(headerNames).flatMap(([kind, lists]) =>
    lists.flat().map((name): [string, HeaderKind] => [name, kind as HeaderKind]),
  ),
);

/** `wrote`, as in "On 3 December 2019 at 10:41, Reports wrote:". */
export const wroteWord = anyWordOf(
  [
    'wrote|writes|écrit|schrieb|geschrieben|escribió|escreveu|scritto|schreef|geschreven|skrev|kirjoitti',
    'napisał|napisała|napisał\\(a\\)|pisze|написал|написала|написал\\(а\\)|пишет|пише|написав|написала|írta',
    'yazdı|yazmış|menulis|aliandika|ameandika|imeandika|लिखा|लिखा है|كتب|كتبت|تمت كتابة|ekri|napsal|napsal\\(a\\)|napísal|napisana przez',
  ],
  ['写道', '寫道', '写到', '提到', 'のメッセージ', '작성'],
);

/** `I` and `we`: whoever writes so does not quote. */
export const firstPersonWord = anyWordOf(
  [
    'i|we|ich|wir|ik|wij|je|nous|yo|nosotros|eu|nós|io|noi|jeg|vi|ja|my|én|ben|biz|saya|kami|kita|mimi|sisi|mwen|nou',
    'я|мы|ми|أنا|انا|نحن|मैं|मैंने|हमने',
  ],
  ['我'],
);

/** The words between dashes above a quoted mail. */
export const originalMessageWords = anyWordOf(
  [
    'original message|reply message|ursprüngliche nachricht|original-nachricht|originalnachricht|message d.origine',
    'message original|message initial|mensaje original|mensagem original|messaggio originale|oorspronkelijk bericht',
    'oprindelig besked|oprindelig meddelelse|opprinnelig melding|originalmeddelande|ursprungligt meddelande',
    'oryginalna wiadomość|wiadomość oryginalna|eredeti üzenet|orijinal ileti|orijinal mesaj|özgün ileti',
    'исходное сообщение|оригинальное сообщение|вихідне повідомлення|оригінальне повідомлення|початкове повідомлення',
    'الرسالة الأصلية|رسالة أصلية|pesan asli|ujumbe asili|ujumbe wa awali|मूल संदेश|mesaj orijinal|alkuperäinen viesti',
  ],
  ['原始邮件', '原始郵件', '原邮件', '原始信件', '元のメッセージ', '원본 메시지'],
);

/** The words between dashes above a mail that was passed on, which is the report. */
export const forwardedMessageWords = anyWordOf(
  [
    'forwarded message|begin forwarded message|weitergeleitete nachricht|weitergeleiteten nachricht|message transféré',
    'message réexpédié|message transmis|mensaje reenviado|mensagem encaminhada|mensagem reencaminhada',
    'messaggio inoltrato|doorgestuurd bericht|videresendt \\p{L}+|vidarebefordrat \\p{L}+|továbbított \\p{L}+',
    'przekazana wiadomość|przekazanej wiadomości|przekazywanej wiadomości|iletilmiş \\p{L}+|iletilen \\p{L}+',
    'пересылаемое сообщение|пересланное сообщение|перенаправленное сообщение|переадресованного сообщения',
    'перенаправлене повідомлення|переслане повідомлення|رسالة معاد توجيهها|رسالة محولة|الرسالة المحولة',
    'pesan terusan|pesan yang diteruskan|ujumbe uliosambazwa|अग्रेषित संदेश|mesaj transfere',
  ],
  ['转发的邮件', '转发邮件', '轉寄的郵件', '轉寄郵件', '被转发的邮件'],
);

/** Prefixes of the subjects of replies and of mails that were passed on, which end with a colon. */
const subjectPrefix = (words: string): RegExp =>
  new RegExp(`^\\s*(?:\\[[^\\]]{1,20}\\]\\s*)?(?:${words})\\.?(?:\\s*[[(^]\\d+[\\])]?)?\\s*[:：]`, 'iu');
const replyPrefix = subjectPrefix(
  're|ré|réf|aw|antw|antwort|sv|svar|odp|odg|r|rif|res|rta|vá|válasz|ynt|cvp|απ|回复|回覆|答复|回信|返信|رد|الرد|ответ|ответ на|отв|на|відп|відповідь|bls|balas|jibu|उत्तर',
);
const forwardPrefix = subjectPrefix(
  'fwd?|wg|tr|rv|i|enc|vs|doorst|fs|vb|pd|yml|ilt|i̇lt|továbbítás|tov|转发|轉寄|轉發|إعادة توجيه|пересл|пер|trs|terusan|अग्रेषित',
);

/** Whether a subject has the prefix of a reply. */
export const isReplySubject = (subject: string): boolean => replyPrefix.test(subject);
/** Whether a subject has the prefix of a mail that was passed on. */
export const isForwardedSubject = (subject: string): boolean => forwardPrefix.test(subject);

/** Names of products that the footers of mail programs contain. */
const products =
  'iphone|ipad|ipod|ios|android|outlook|yahoo|samsung|galaxy|huawei|honor|xiaomi|redmi|oppo|vivo|nokia|tecno|infinix|itel|blackberry|k-9|fairemail|bluemail|proton ?mail|tuta|zoho|thunderbird|windows|gmail|gmx|web\\.de|icloud|airmail|typeapp|spark|mail\\.ru|yandex|яндекс|почты mail|小米|华为';
/** Words for a phone in them, which stand at the end. */
const devices =
  'phone|smartphone|mobile|mobile device|tablet|handy|mobiltelefon|mobilgerät|téléphone|portable|mobil|móvil|celular|teléfono|telemóvel|cellulare|telefonino|telefoon|telefon|телефона|смартфона|устройства|телефону|hp|ponsel|simu|simu yangu|telefòn|手机|手機|الهاتف|هاتفي|फ़ोन';
/** Footers by their first words, such as "Sent from"; a product or device follows. */
const footerStarts = [
  'sent (?:from|via|with|using|by)|get bluemail for',
  'gesendet (?:von|mit|über)|von meine[mr]|diese nachricht wurde von meine[mr]',
  'envoyé (?:de|depuis|à partir|avec|via)|enviad[oa] (?:desde|do|da|a partir|con|com|pelo|via|de)',
  'inviato (?:da|dal|dalla|con|tramite)|(?:verstuurd|verzonden) (?:vanaf|vanuit|met|via)',
  'sendt fra|skickat från|lähetetty|wysłan[eo] (?:z|ze|za pomocą)|отправлено (?:с|со|из|через)',
  '(?:надіслано|відправлено) (?:з|із|зі|через)|(?:أُ?رسلت|أُ?رسل|مُ?رسل|مُ?رسلة|تم الإرسال) (?:من|بواسطة)',
  'dikirim (?:dari|menggunakan|dengan)|imetumwa kutoka|voye (?:soti|depi)',
];
/** The same in Chinese, which has no blanks. */
const unspacedFooterStarts = '发自|從我的|从我的|發自|來自我的|来自我的';
const anyFooterStart = `(?:(?:${footerStarts.join('|')})\\P{L}|${unspacedFooterStarts})`;
/** Footers by their last words; a product stands before them. */
const footerEnds = 'से भेजा गया|küldve|gönderildi|gesendet';
/** An address, which may stand at the end of a footer. */
const link = '(?:\\s*[<[(]?https?:\\S+)?';
const footerPatterns = [
  `${anyFooterStart}[^,，:;!?]{0,40}(?:${products})[^,，:;!?]{0,30}`,
  `${anyFooterStart}[^,，.:;!?\\d]{0,20}(?:${devices})[).>]*`,
  `[^,，:;!?]{0,20}(?:${products})[^,，:;!?]{0,20}(?:${footerEnds})\\P{L}*`,
  // The advertisement of Outlook in any language: "Get Outlook for iOS".
  '[^,，:;!?]{0,40}outlook[^,，:;!?]{0,20}(?:android|ios)[^,，:;!?]{0,30}',
  '[^,，:;!?]{0,20}(?:android|ios)[^,，:;!?]{0,20}outlook[^,，:;!?]{0,30}',
  'yahoo mail ?: .{0,60}',
].map((pattern) => new RegExp(`^[(<*]*${pattern}${link}[)>]*$`, 'iu'));

/** The longest line that is taken for a footer; it may hold an address. */
const maxFooterLength = 160;

/** Whether a line is the footer of a mail program: "Sent from my iPhone". */
export function isFooter(line: string): boolean {
  const text = line.trim();
  return text.length <= maxFooterLength && footerPatterns.some((pattern) => pattern.test(text));
}
