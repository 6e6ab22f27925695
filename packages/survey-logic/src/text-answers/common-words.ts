/** Words of the client's languages that say nothing about what a field is, and words that turn a statement around. Folded. */
import { foldWords } from './text-words.ts';

const listFolded = (words: string): ReadonlySet<string> => new Set(words.split(' ').flatMap(foldWords));

/** Words of labels besides what is counted: "Number of …", "How many … are there". */
export const labelFillers = listFolded(
  'a an and are at been by count did do does estimated for has have how in is many number of on or ' +
    'quantity reported the there to total was were ' +
    'cuantas cuantos de del el en fueron hay la las los numero por son y ' +
    "au aux combien d'une des du est et l'a le les nombre ont par sont un une " +
    'a as da das do dos e em foram ha o os quantas quantos ' +
    'adalah ada ada berapa banyak dan di jumlah yang ' +
    'idadi kwa la na ngapi ni wa wangapi ya za ' +
    'в во и количество на по сколько число і кількість скільки у ' +
    'عدد في كم من هل و تعداد ' +
    'और का कितनी कितने की के को में संख्या है हैं ' +
    'ak konbyen kantite ki la nan nonb yo ' +
    '人数 几 和 多少 总数 数 数量 的 在 有 了',
);

/** Words for people: "3 people injured" answers "Injured". */
export const peopleWords = listFolded(
  'individuals people person persons persona personas gente personne personnes gens pessoa pessoas orang jiwa warga ' +
    'watu mtu человек человека люди людей люду людини осіб особи أشخاص شخص شخصا اشخاص نفر लोग लोगों व्यक्ति व्यक्तियों moun 人 名',
);

/** Words that deny what stands near them. */
export const negations = listFolded(
  "no not without never none neither nor isn't aren't wasn't weren't don't doesn't didn't can't cannot " +
    'sin ni ningun ninguna nunca tampoco pas ne non sans aucun aucune jamais nao sem nem nenhum nenhuma ' +
    'tidak tak bukan tanpa belum si sio hakuna bila hapana не нет ни без немає ні без нема ' +
    'لا ليس ليست لم لن بدون غير ما नहीं न ना मत बिना pa san pagen okenn 不 没 没有 无 未 非',
);

/** Options that mean something only beside their question. */
export const vagueOptions = listFolded(
  'yes no none other others another unknown unsure maybe partly high medium low severe moderate minor major big large small good bad ' +
    'open closed new old true false same ' +
    'otro otra otros otras ninguno desconocido alto alta medio media bajo baja grave leve bueno malo abierto cerrado ' +
    'oui autre autres aucun inconnu haut eleve moyen moyenne faible grave leger bon mauvais ouvert ferme ' +
    'sim outro outra outros nenhum desconhecido alto medio baixo bom mau aberto fechado ' +
    'iya lain lainnya tinggi sedang rendah baik buruk buka tutup ndiyo hapana nyingine juu kati chini nzuri mbaya ' +
    'да другое другой другие нет высокий высокая средний средняя низкий низкая так інше інший високий середній низький ' +
    'نعم اخرى اخر آخر أخرى غير عالي عالية متوسط متوسطة منخفض منخفضة हाँ हां अन्य दूसरा अज्ञात उच्च मध्यम निम्न ' +
    'wi lot okenn wo mwayen ba 是 否 其他 未知 高 中 低 无 有',
);
