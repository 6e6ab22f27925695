/**
 * Sentences with the personal data that they contain, in the twelve languages, written for this purpose: none is about a real
 * person. Personal data stand between ⟦ and ⟧ with their kind: `Call ⟦phone:0711 222 333⟧`. Half of the sentences have none, but
 * numbers, places and organizations that look like it.
 */
import type { PersonalData, PersonalDataKind } from './find-personal-data.ts';

/** A sentence of the test set. */
export interface Sample {
  language: string;
  /** Country of the deployment. */
  country: string;
  text: string;
  expected: PersonalData[];
}

const marked: Record<string, { country: string; sentences: string[] }> = {
  en: {
    country: 'KE',
    sentences: [
      'Water is up to the knee, call ⟦phone:0711 222 333⟧ for the boat.',
      'The guard, ⟦phone:+254 722 000111⟧, let nobody in.',
      'Write to ⟦email:amina.w@example.org⟧ if you can help.',
      'The driver of ⟦plate:KBX 123A⟧ took money from voters.',
      'Dr ⟦name:Jane Wanjiku⟧ treats the wounded at the school.',
      'My name is ⟦name:Peter Otieno⟧ and I saw it.',
      'They live at ⟦address:12 Church Road⟧ behind the market.',
      'Photos are on ⟦profile:https://www.facebook.com/jane.doe.127⟧.',
      'He tweets as ⟦profile:@polling_watch⟧ about it.',
      'The house stands at ⟦coordinates:-1.28912, 36.82123⟧.',
      'His passport ⟦document:A1234567⟧ was taken at the gate.',
      'She gave her ID number: ⟦document:23456789⟧ to the officer.',
      'Send it to IBAN ⟦document:GB82 WEST 1234 5698 7654 32⟧ please.',
      'At 10:30 on 2026-11-25 about 1,200 people queued outside.',
      'The pump at Church Road has been broken since 12.10.2025.',
      'Station 034 opened late; 450 of 1200 votes were counted.',
      'The road from Nairobi to Thika is closed at km 23.',
      'Water level 2.35 m, rising 10 cm an hour.',
      'We need 500 litres, 20 tents and 3 doctors.',
      'Ministry of Health says the clinic opens on Monday.',
      'Form 34A was not displayed at the door.',
      'Bus 105 does not run; take route 12 instead.',
      'Ask Mrs ⟦name:Adhiambo⟧ for the key, she is at home all day.',
      'Contact ⟦email:j.kamau+field@mail.example.org⟧ or the office.',
      'The officer named ⟦name:Brian K. Mwangi⟧ hit two people.',
      'Number ⟦phone:0733-456-789⟧ sent the threats.',
      'Room 12, Kenyatta Hospital has no oxygen.',
      'Polling station 015/2022 closed at 5 pm.',
      'Doctors Without Borders treated 340 patients.',
      'Meet at Uhuru Park, gate 3, at 14:00.',
    ],
  },
  es: {
    country: 'ES',
    sentences: [
      'Llama al ⟦phone:612 345 678⟧ si necesitas agua.',
      'El señor ⟦name:Juan Pérez⟧ tiene la llave del pozo.',
      'Me llamo ⟦name:Lucía Gómez⟧ y vivo aquí.',
      'Vive en la ⟦address:calle Mayor 5⟧, segundo piso.',
      'Su DNI es ⟦document:12345678Z⟧ y no le dejaron votar.',
      'Escribid a ⟦email:vecinos@example.org⟧ cuanto antes.',
      'El coche ⟦plate:1234 BCD⟧ bloquea la salida.',
      'Vídeo en ⟦profile:instagram.com/lucia.gomez⟧.',
      'La calle Mayor está cortada desde las 10:30.',
      'Hay 3500 personas en el polideportivo y 120 camas.',
      'El pozo tiene 45 m de profundidad.',
      'El 25/11/2026 cerraron 12 colegios electorales.',
      'Cruz Roja reparte 200 mantas en la plaza.',
      'La doctora ⟦name:Carmen Ruiz⟧ atiende en el centro.',
      'Escríbeme al ⟦phone:+34 655 12 34 56⟧.',
      'Se llama ⟦name:Miguel⟧ y busca a su hermana.',
      'Avenida de América cortada en el km 12.',
      'Mesa 045: 312 votos nulos.',
    ],
  },
  fr: {
    country: 'FR',
    sentences: [
      'Appelez le ⟦phone:06 12 34 56 78⟧ pour le puits.',
      'Mme ⟦name:Claire Dubois⟧ a vu les hommes armés.',
      'Je m’appelle ⟦name:Karim Benali⟧.',
      'La famille habite ⟦address:12 rue des Fleurs⟧.',
      'Le camion ⟦plate:AB-123-CD⟧ est parti vers midi.',
      'Contact : ⟦email:claire.d@example.fr⟧.',
      'Son passeport n° ⟦document:12AB34567⟧ a été confisqué.',
      'La rue des Fleurs est inondée depuis 6 h 30.',
      'Le bureau 12 a compté 345 bulletins sur 1 200.',
      'Le pont fait 35 mètres et porte 10 tonnes.',
      'Réunion le 25/11/2026 à 18 h.',
      'Le ministère de la Santé envoie 3 équipes.',
      'Le docteur ⟦name:Jean Morel⟧ est parti ce matin.',
      'Voir ⟦profile:https://x.com/temoin_local⟧ pour les images.',
      'Appartement 12 bis sans eau depuis lundi.',
      'Le train de 14 h 35 est annulé.',
    ],
  },
  pt: {
    country: 'BR',
    sentences: [
      'Ligue para ⟦phone:(11) 91234-5678⟧ e peça ajuda.',
      'O senhor ⟦name:João Silva⟧ guarda a chave.',
      'Meu nome é ⟦name:Ana Souza⟧ e moro perto.',
      'Ela mora na ⟦address:Rua das Flores, 12⟧.',
      'CPF ⟦document:111.444.777-35⟧ aparece na lista.',
      'O carro ⟦plate:ABC1D23⟧ passou duas vezes.',
      'Mande para ⟦email:ana@example.com.br⟧.',
      'A Rua das Flores está alagada desde ontem.',
      'Faltam 1.200 litros e 35 colchões.',
      'A seção 0123 abriu às 8h30.',
      'O nível do rio subiu 2,5 m em 3 horas.',
      'Procure a professora ⟦name:Beatriz Lima⟧ na escola.',
      'O telefone dela é ⟦phone:21 99876-5432⟧.',
      'A escola municipal tem 300 alunos.',
      'Zona 12, seção 345, urna com defeito.',
    ],
  },
  ru: {
    country: 'RU',
    sentences: [
      'Звоните ⟦phone:+7 912 345-67-89⟧, лодка у моста.',
      'Меня зовут ⟦name:Анна Петрова⟧, я видела.',
      'Доктор ⟦name:Иванов⟧ принимает в школе.',
      'Семья живёт на ⟦address:ул. Ленина, д. 5⟧.',
      'Паспорт ⟦document:4509 123456⟧ забрали.',
      'Машина ⟦plate:А123ВС 77⟧ стоит у участка.',
      'Пишите на ⟦email:anna@example.ru⟧.',
      'Страница ⟦profile:vk.com/anna_petrova⟧ удалена.',
      'Улица Ленина перекрыта с 10:30.',
      'На участке 1234 выдали 567 бюллетеней.',
      'Вода поднялась на 2,5 метра за 3 часа.',
      'Министерство здравоохранения прислало 3 бригады.',
      'Гражданин ⟦name:Сергей Попов⟧ задержан у входа.',
      'Адрес: ⟦address:проспект Мира, дом 14⟧.',
      'Тел. ⟦phone:8 (495) 123-45-67⟧.',
      'В школе № 12 нет света.',
      'Поезд 034 отменён до 15.12.2026.',
    ],
  },
  uk: {
    country: 'UA',
    sentences: [
      'Телефонуйте ⟦phone:067 123 45 67⟧ щодо води.',
      'Мене звати ⟦name:Олена Коваль⟧.',
      'Пан ⟦name:Шевченко⟧ має ключ від підвалу.',
      'Родина живе на ⟦address:вул. Франка, буд. 7⟧.',
      'Авто ⟦plate:АА 1234 ВС⟧ стоїть біля школи.',
      'Пишіть на ⟦email:olena@example.ua⟧.',
      'Вулиця Франка затоплена з 6 ранку.',
      'Дільниця 320145 відкрилась о 8:00.',
      'Потрібно 500 літрів води і 20 ковдр.',
      'Лікар ⟦name:Марія Бондар⟧ приймає в укритті.',
      'Картка ⟦document:4111 1111 1111 1111⟧ для допомоги.',
      'У школі № 5 немає світла.',
    ],
  },
  ar: {
    country: 'EG',
    sentences: [
      'اتصلوا على ⟦phone:٠١٠٠ ١٢٣ ٤٥٦٧⟧ لطلب القارب.',
      'اسمي ⟦name:أحمد حسن⟧ ورأيت ما حدث.',
      'الدكتور ⟦name:محمود علي⟧ يعالج الجرحى.',
      'يسكنون في ⟦address:شارع النصر، رقم 12⟧.',
      'الرقم القومي ⟦document:29001011234567⟧ مكتوب في الورقة.',
      'راسلونا على ⟦email:ahmed@example.org⟧.',
      'شارع النصر مغلق منذ الساعة 10:30.',
      'اللجنة رقم 34 فتحت متأخرة وصوّت 450 شخصًا.',
      'ارتفع الماء 2.5 متر خلال 3 ساعات.',
      'نحتاج إلى 500 لتر و20 خيمة.',
      'الشيخ ⟦name:خالد⟧ يجمع الطعام للعائلات.',
      'رقم هاتفها ⟦phone:+20 101 234 5678⟧.',
      'مستشفى النصر يحتاج إلى الأكسجين.',
      'المدرسة رقم 5 بلا ماء.',
    ],
  },
  hi: {
    country: 'IN',
    sentences: [
      'नाव के लिए ⟦phone:98765 43210⟧ पर फ़ोन करें।',
      'मेरा नाम ⟦name:सुनीता देवी⟧ है।',
      'डॉ. ⟦name:राजेश शर्मा⟧ स्कूल में इलाज कर रहे हैं।',
      'परिवार ⟦address:मकान नंबर 12⟧ में रहता है।',
      'आधार नंबर ⟦document:2341 2341 2346⟧ माँगा गया।',
      'गाड़ी ⟦plate:DL 3C AB 1234⟧ वहाँ खड़ी थी।',
      '⟦email:sunita@example.in⟧ पर लिखें।',
      'पानी 2.5 मीटर तक चढ़ गया है।',
      'बूथ 123 पर 450 लोग कतार में थे।',
      'सड़क 25 नवंबर से बंद है।',
      'श्रीमती ⟦name:मीना कुमारी⟧ के पास चाबी है।',
      'फ़ोन: ⟦phone:+91 98123 45678⟧',
      'स्कूल नंबर 5 में बिजली नहीं है।',
    ],
  },
  sw: {
    country: 'TZ',
    sentences: [
      'Piga simu ⟦phone:0754 123 456⟧ kupata mashua.',
      'Jina langu ni ⟦name:Juma Hamisi⟧.',
      'Mzee ⟦name:Bakari Omari⟧ ana ufunguo wa kisima.',
      'Wanaishi ⟦address:Mtaa wa Uhuru, nyumba namba 12⟧.',
      'Gari ⟦plate:T 123 ABC⟧ lilikuwa pale.',
      'Andika kwa ⟦email:juma@example.co.tz⟧.',
      'Mtaa wa Uhuru umefurika tangu asubuhi.',
      'Kituo namba 34 kilifunguliwa saa 2:30.',
      'Tunahitaji lita 500 za maji na mahema 20.',
      'Mwalimu ⟦name:Asha Mushi⟧ anajua njia.',
      'Namba yake ni ⟦phone:+255 713 456 789⟧.',
      'Shule namba 5 haina maji.',
    ],
  },
  id: {
    country: 'ID',
    sentences: [
      'Hubungi ⟦phone:0812-3456-7890⟧ untuk perahu.',
      'Nama saya ⟦name:Siti Rahayu⟧.',
      'Pak ⟦name:Budi Santoso⟧ memegang kunci sumur.',
      'Mereka tinggal di ⟦address:Jl. Merdeka No. 5⟧.',
      'NIK ⟦document:3171234501900001⟧ tercatat dua kali.',
      'Truk ⟦plate:B 1234 XYZ⟧ lewat tadi malam.',
      'Kirim ke ⟦email:siti@example.id⟧.',
      'Jalan Merdeka banjir sejak pukul 06.30.',
      'TPS 34 dibuka terlambat, 450 orang antre.',
      'Tinggi air 2,5 meter dan naik 10 cm per jam.',
      'Ibu ⟦name:Dewi Lestari⟧ butuh obat.',
      'Rumah di ⟦address:Jalan Sudirman No. 21⟧ roboh.',
      'Sekolah Dasar 05 tidak punya air.',
    ],
  },
  ht: {
    country: 'HT',
    sentences: [
      'Rele ⟦phone:3712 3456⟧ pou bato a.',
      'Non mwen se ⟦name:Marie Joseph⟧.',
      'Madanm ⟦name:Rose Pierre⟧ gen kle pi a.',
      'Yo rete nan ⟦address:ri Kapwa 12⟧.',
      'Ekri ⟦email:marie@example.ht⟧.',
      'Ri Kapwa plen dlo depi maten.',
      'Biwo 34 la te louvri ta, 450 moun te nan liy.',
      'Nou bezwen 500 galon dlo ak 20 tant.',
      'Doktè ⟦name:Jean Baptiste⟧ nan lopital la.',
      'Telefòn li se ⟦phone:+509 3812 3456⟧.',
      'Lekòl 12 la pa gen dlo.',
    ],
  },
  zh: {
    country: 'CN',
    sentences: [
      '请拨打⟦phone:138 1234 5678⟧联系船只。',
      '我叫⟦name:李小明⟧，我亲眼看到了。',
      '⟦name:王⟧医生在学校救治伤员。',
      '他们住在⟦address:人民路12号⟧。',
      '身份证⟦document:11010519491231002X⟧被收走了。',
      '车牌⟦plate:京A12345⟧停在门口。',
      '请写信到⟦email:xiaoming@example.cn⟧。',
      '人民路从早上6点起被淹。',
      '34号投票站开放较晚，共450人排队。',
      '水位2.5米，每小时上涨10厘米。',
      '需要500升水和20顶帐篷。',
      '请联系⟦name:张伟⟧先生取钥匙。',
      '他的电话是⟦phone:+86 139 8765 4321⟧。',
      '第12中学没有水。',
      'G1234次列车停运。',
    ],
  },
};

/** Removes the marks and remembers where they were. */
function parseSample(language: string, country: string, marks: string): Sample {
  const expected: PersonalData[] = [];
  let text = '';
  for (const part of marks.split(/(⟦[^⟧]+⟧)/)) {
    const match = /^⟦(\w+):(.+)⟧$/.exec(part);
    const shown = match?.[2] ?? part;
    if (match)
      expected.push({
        kind: match[1] as PersonalDataKind,
        start: text.length,
        end: text.length + shown.length,
      });
    text += shown;
  }
  return { language, country, text, expected };
}

/** The sentences. */
export const samples: readonly Sample[] = Object.entries(marked).flatMap(
  ([language, { country, sentences }]) =>
    sentences.map((sentence) => parseSample(language, country, sentence)),
);
