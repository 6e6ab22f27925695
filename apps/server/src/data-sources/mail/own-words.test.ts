/** Reports that resemble quoted mails, as people write them: nothing of them is taken away. */
import { expect, test } from 'vitest';
import { splitMail } from './split-mail.ts';

const introduction = 'On Tue, 3 Dec 2019 at 10:41, Reports <reports@example.org> wrote:';

const sentences = [
  'At 10:41 I saw three things:\n\nwater, mud and people.',
  'Op 3 plaatsen staat water:\n\nmarkt, brug, school',
  'On 3 December 2019 the mayor wrote:\n\nWe will repair it.',
  'I wrote to the office on 3 December 2019.\n\nNobody came.',
  'I called the office (office@example.org) on 3 December 2019.\nThese are the places:\n- school\n- market',
  'Contact: Ines (ines@example.org), born 1980.\nI need:\n- water\n- food',
  'Please write to me (ines@example.org).\nThe roads under water in December 2019 are:\n\n1. Market road\n2. School road',
  'Meeting 2019, mail (a@b.org)\nLine\nLine\nbring:\n- water',
  'Please contact Ines <ines@example.org> about the flood of 2019:\n\nit is urgent.',
  'These are the pictures from 03/12/2019 10:41 that I sent.\n\nThe water is at the door.',
  'Water rose on 03/12/2019\nat 10:41. See the photos that I sent.\n\nThe pump is broken.',
  '3/12/2019\n10:41 two boats sent\n11:00 one boat sent',
  'On 3/12/2019:\n10:41 help was sent\n11:00 nobody came',
  'Since 3.12.2019 10:41 no water.\nThe office wrote\n\nthat it takes a week.',
  'El 3/12/2019 a las 10:41 mi vecino escribió.\n\nNo vino nadie.',
  'On 03/12/2019 at 10:41 we sent the following list:\n\n1. water\n2. food',
  'Message sent 3 December 2019 10:41:\n\nThe dam is open.',
  'My son sent this on 03.12.2019 at 10:41:\n\n"The dam is open."',
  'Ik schreef op 3-12-2019 om 10:41:\n\nDe lantaarn is stuk.',
  'Saya menulis pada 3/12/2019 pukul 10.41:\n\n1. Jalan rusak\n2. Lampu mati',
  'Я написал вам 03.12.2019 в 10:41:\n\n1. Яма\n2. Свет',
  'كتبت لكم يوم 3/12/2019 الساعة 10:41:\n\nالطريق مغلق',
  'El alcalde escribió el 3/12/2019 a las 10:30:\n\nVamos a reparar el puente.',
  'Le maire a écrit le 3/12/2019 à 10:30 :\n\nNous allons réparer le pont.',
  'Nan dat 3/12/2019 a 10:41 mwen te ekri:\n\nPon an kraze.',
  '2019年12月3日10:41我写了：\n\n桥断了。',
  '3/12/2019 को 10:41 बजे मैंने लिखा:\n\nपुल टूट गया।',
  'We need: water\nFood: none\n10:41: boats came',
  'On 3/12/2019 at 10:41 he wrote on the wall:\n\nLeave.',
  'Am 3. Dezember 2019 um 10:41 Uhr hat jemand an die Schule geschrieben:\n\nRaus\n\nWir haben Angst.',
  '03.12.2019 в 10:41 мэр написал:\n\nВсё хорошо.\n\nЭто неправда.',
  'On 3/12/2019 at 10:41 the truck left. Ask Omar <omar@example.org>:\nhe was there.',
  'List of 3/12/2019, 10:41, from Omar (omar@example.org):\n- 40 bags\n- 3 drums',
  'My neighbour Omar <omar@example.org> wrote on 3/12/2019:\n\nThe wall fell.\n\nI saw it too.',
];

const lists = [
  'From: the market\nTo: the bridge, 2 km:\n\nall under water',
  'Name: Ines\nDate: 3 December 2019\nPlace: the left bank\n\nWater at the school.',
  'Date: 3 December 2019\nTo: the office\n\nThe pump is broken.',
  'Subject: water\nPlace: the bridge\n\nUnder water.',
  'Contact: Ines <ines@example.org>\nPlace: market',
  'Data: 40 people\nPara: 3 boats',
  'From: Lima\nTo: Cusco\nDate: 3 December 2019\n\nThe road is closed.',
  'De: Lima\nA: Cusco\nFecha: 3/12/2019\nHora: 10:30\n\nCarretera bloqueada.',
  'De : Lyon\nÀ : Grenoble\nDate : 3 décembre 2019\nTrain supprimé.',
  'Od: Kraków\nDo: Zakopane\nData: 3.12.2019\nDroga zamknięta.',
  'Dari: Jakarta\nKe: Bogor\nTanggal: 3 Desember 2019\nBanjir.',
  'От: Киев\nДо: Одесса\nДата: 3.12.2019\nДорога закрыта.',
  'من: دمشق\nإلى: حلب\nالتاريخ: 3/12/2019\nالطريق مغلق',
  'Kutoka: Nairobi\nKwa: Mombasa\nTarehe: 3/12/2019\nBarabara imefungwa.',
  'From | market\nTo | bridge\nDate | 3.12.2019\nClosed',
  'Datum: 3.12.\nVon: 10:00\nBis: 12:00\nStromausfall',
  'From: Ines Ortega\nDate: 3 December 2019\nPlace: school\nWater at the school.',
  'Subject: Bridge\nTo: County office\nFrom: Ines\n\nThe bridge is down.',
  'Report\nFrom: Ines Ortega, Kibera\nTo: The County Office\nSubject: Broken pump\n\nThe pump is broken.',
  'From: the market\nTo: the bridge\nSent: 3 boats',
  'Hola,\n\nDe: parte de los vecinos\nFecha: desde el 3 de diciembre\n\nno hay agua.',
  'Name: Ines Ortega <ines@example.org>\nDate: 3 December 2019\nPlace: market\nThe lamp is broken.',
  'Reporter: Ines <ines@example.org>\nPhone: 0711222333\nDate: 03/12/2019\nProblem: no water',
  'E-mail: Ines <ines@example.org>\nDatum: 3.12.2019\nOrt: Schule\nProblem: Wasser',
  'Witness: Ines <ines@example.org>\nTime: 3/12/2019 10:41\nWhere: the market\n\nThe wall fell.',
  'From: Mill Road\nTo: Church Road\nSubject: light\nContact: ines@example.org\n\nNo light.',
  'Von: Markt\nAn: Kirche\nDatum: 3.12.2019\nKontakt: ines@example.org\nDie Straße ist gesperrt.',
  'From: Ines Ortega <ines@example.org>\nDate: 3 December 2019\nProblem: no water',
  'From: ines@example.org\nSubject: bridge\nThe bridge is down.',
  'The notice says:\n\nFROM: Water Office\nTO: All residents\nDATE: 3 December 2019\nSUBJECT: Boil water\n\nThis is wrong.',
  '发件人：市政府\n收件人：全体居民\n日期：2019年12月3日\n主题：停水\n\n停水三天。',
  '--- Original message from the chief ---\nAll must leave',
  '----- NOTICE -----\nFrom: Water office, office@water.org\nTo: all\n\nBoil it. We have no wood.',
  'Bridge\n--\nThe bridge is down.\n\nLamp\n--\nThe lamp is off.',
  'First the bridge.\n\n--\n\nSecond, the lamp is off at the mill.',
  '1) Water: 2 m\n2) People: 40\n3) Boats: none',
  '== Road 1 ==\nFrom: market\nTo: bridge\nunder water',
  '--- Road 1 ---\nFrom: market\nTo: bridge\n\n--- Road 2 ---\nFrom: school\nTo: church',
  '-- Route 1\nFrom: the market to the bridge, 2 m of water\nTo: see map',
  '----- URGENT -----\nFrom: all people of the village\nWe need water.',
  '---- REPORT ----\nFrom: Ines\nDate: 3 December 2019\n\nWater.',
  'Wasser steht hoch.\n--- Strecke ---\nVon: Markt\nBis: Schule',
  'Prices:\n| Item | Price |\n|---|---|\n| Rice | 3:50 |\n| From: market | 2 |',
  '-- Original message of my neighbour --\nNo water.',
];

const lastLines = [
  'Water in the house.\nSent from my house in Kibera',
  'Sent from the market at 10:41, the boats arrived.',
  'The photos of the bridge are here.\n\nSent from my village near the river.',
  'Hay agua en la calle.\n\nEnviado desde mi barrio, San Juan.',
  "Il y a de l'eau.\nEnvoyé depuis mon village, Saint-Louis.",
  '河水上涨。\n来自我的村子',
  'Das Wasser steigt.\nDie Bilder habe ich gestern per Mail gesendet.',
  'Das Wasser steigt.\nDas Formular habe ich vom Smartphone gesendet.',
  'Er staat water.\nIk kan de app op mijn telefoon niet downloaden',
  'Yol kapalı.\nLütfen telefonla bilgi alın',
  'Yol kapalı.\nFotoğraf dün telefondan gönderildi',
  'सड़क बंद है।\nकृपया फ़ोन पर जानकारी प्राप्त करें',
  '--\nThe bridge is down.',
  'Envoyé depuis le téléphone de mon voisin : le pont est tombé',
  'Enviado desde el celular de mi vecina porque el mío se mojó. Estamos en el techo',
  'Imetumwa kutoka simu ya jirani, sisi tuko juu ya paa',
  '发自邻居的手机，我们在屋顶上',
  'Отправлено с телефона соседа, мы на крыше',
  'Envoyé via Samsung, nous sommes sur le toit',
  'Sent from Windows of the second floor we see smoke',
  'The roof is gone.\nGet the phone',
  'Sent by mobile clinic at 10:41: 3 nurses',
  'Sent with mobile money: 500',
  'The lamp is off.\nSent from the phone of my neighbour, mine is broken',
];

test.each([...sentences, ...lists, ...lastLines])('%j', (text) => {
  for (const isAnswer of [true, false])
    expect(splitMail(text, { isAnswer, isForwarded: false })).toEqual({ own: text, quoted: '' });
});

test.each([
  'I sent you the photos yesterday.',
  'The bridge fell on 03/12/2019 at 10:41.',
  'Call Ines (ines@example.org).',
  'My neighbour wrote to the mayor.',
  'Since 2019, every day at 10:41.',
  'Ask Omar <omar@example.org>, he saw it in 2019',
  'Needed on 3/12/2019 10:41:',
  'Water since 2019',
  'We need: boats',
])('%j above a quote, whose introduction is quoted or not', (own) => {
  const isOwn = (text: string) =>
    expect([text, splitMail(text, { isAnswer: true, isForwarded: false }).own]).toEqual([text, own]);
  isOwn(`${own}\n\n> ${introduction}\n> \n> Which bank?\n> `);
  isOwn(
    `${own}\n\n> On Dec 3, 2019, at 10:41 AM, Reports\n> <reports@example.org> wrote:\n> \n> Which bank?`,
  );
  isOwn(`${own}\nSent from my iPhone\n\n> ${introduction}\n> \n> Which?`);
  isOwn(`${own}\n\n${introduction}\n> Which bank?`);
  isOwn(`${own}\n${introduction}\n> Which bank?`);
  isOwn(`${own}\nOn December 3, 2019, Reports <reports@example.org> wrote:\n\n> Which bank?`);
  isOwn(`${own}\nвт, 3 дек. 2019 г. в 10:41, Reports <reports@example.org>:\n> Which bank?`);
});
