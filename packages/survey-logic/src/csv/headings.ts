/** The names that columns have in exports of this program and in the files of others, in the languages of the interface and some more. */
import { normalizeText } from '@waypost/contract/common/normalize-text';
import type { MappableProperty } from './column-mapping.ts';

/** Normalises a name for comparison: letters and digits of any script, without accents. */
export const foldName = (name: string): string =>
  normalizeText(name, 'NFKD')
    .toLowerCase()
    .replace(/\p{M}+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Words that say nothing about what a column holds: `INCIDENT TITLE` is a title. */
const fillerWords = new Set([
  'incident',
  'incidents',
  'report',
  'reports',
  'event',
  'post',
  'message',
  'case',
  'observation',
  'the',
  'of',
  'your',
  'a',
]);

/** A folded name without filler words; unchanged if nothing else is left. */
const withoutFillers = (name: string): string =>
  name
    .split(' ')
    .filter((word) => !fillerWords.has(word))
    .join(' ') || name;

/** A heading without what stands in brackets, such as a unit or "required". */
const withoutBrackets = (heading: string): string => heading.replace(/\([^()]*\)|\[[^[\]]*\]/g, ' ');

/** The forms in which a heading is compared, the most exact first. */
export function headingForms(heading: string): string[] {
  const name = foldName(heading);
  const bare = foldName(withoutBrackets(heading)) || name;
  return [...new Set([name, bare, withoutFillers(bare)])];
}

/** Headings of exports that match no attribute of the survey (API v3 §2.17, "CSV export layout"). */
export const exportHeadings: Readonly<Record<string, MappableProperty | null>> = {
  'post id': null,
  survey: 'form',
  'post status': 'status',
  'post status label': null,
  'created utc': null,
  'updated utc': null,
  'post date utc': 'post_date',
  'contact id': null,
  contact: null,
  'data source id': null,
  source: null,
  'unstructured description': null,
  'import line': null,
  'import problems': null,
};

/** A list of names, folded. */
const listNames = (names: string): string[] => names.split(',').map((name) => foldName(name));

/** Common headings of these properties. Those that a file is likelier to mean come first. */
export const headingSynonyms: readonly (readonly [MappableProperty, readonly string[]])[] = [
  [
    'title',
    listNames(
      'title,headline,subject,name,titre,titulo,asunto,assunto,objet,titel,judul,kichwa,tit,название,заголовок,тема,назва,العنوان,عنوان,الموضوع,الاسم,शीर्षक,नाम,标题,名称,nom,nombre,nome,nama,jina,non',
    ),
  ],
  [
    'content',
    listNames(
      'description,desc,descriptio,content,details,text,message,body,comment,comments,notes,descripción,detalles,mensaje,texto,descrição,detalhes,mensagem,détails,texte,commentaire,beschreibung,deskripsi,keterangan,rincian,pesan,maelezo,ujumbe,deskripsyon,mesaj,описание,текст,сообщение,подробности,комментарий,опис,повідомлення,коментар,الوصف,وصف,التفاصيل,الرسالة,النص,विवरण,संदेश,描述,说明,详情,内容',
    ),
  ],
  ['status', listNames('status,state,statut,estado,estati,статус,الحالة,حالة,स्थिति,状态,hali')],
  [
    'post_date',
    listNames(
      'post date,date,datetime,date time,timestamp,time,reported,reported at,report date,date reported,incident date,created,created at,submitted,fecha,fecha y hora,data,data e hora,datum,date et heure,tanggal,waktu,tarehe,dat,дата,дата и время,дата и час,التاريخ,تاريخ,التاريخ والوقت,दिनांक,तारीख,तिथि,日期,时间,日期时间',
    ),
  ],
  [
    'author_realname',
    listNames(
      'author,author name,author realname,reporter,reported by,your name,auteur,autor,autora,penulis,pelapor,mwandishi,otè,автор,المؤلف,المُبلِّغ,लेखक,作者',
    ),
  ],
  [
    'author_email',
    listNames(
      'author email,reporter email,email,e mail,your email,correo,correo electrónico,courriel,adresse e mail,surel,barua pepe,imel,эл почта,электронная почта,почта,електронна пошта,البريد الإلكتروني,ईमेल,邮箱,电子邮件',
    ),
  ],
  [
    'tags',
    listNames(
      'tags,categories,category,tag,catégorie,catégories,categoría,categorías,categoria,categorias,kategori,kategorie,категория,категории,категорія,категорії,الفئة,الفئات,التصنيف,श्रेणी,类别,分类,jamii',
    ),
  ],
  ['locale', listNames('locale,language,langue,idioma,língua,bahasa,lugha,lang,язык,мова,اللغة,भाषा,语言')],
];

const latitudeNames = new Set(
  listNames(
    'lat,latitude,latitud,latitudine,breite,breitengrad,y,широта,العرض,अक्षांश,纬度,緯度,lintang,latitid,latitudo',
  ),
);
const longitudeNames = new Set(
  listNames(
    'lon,lng,long,longitude,longitud,longitudine,länge,längengrad,x,долгота,довгота,الطول,देशांतर,देशान्तर,经度,經度,bujur,lonjitid,longitudo',
  ),
);
/** Columns with both coordinates of a place. */
const coordinateNames = new Set(
  listNames(
    'coordinates,coordinate,coords,coord,latlon,latlng,latlong,lonlat,lnglat,longlat,gps,gps coordinates,gps location,geopoint,geolocation,geometry,geom,the geom,geo shape,geo point,geo point 2d,wkt,plus code,coordenadas,coordenadas gps,coordonnées,coordonnées gps,koordinat,kowòdone,kuratibu,координаты,координати,الإحداثيات,احداثيات,निर्देशांक,坐标,经纬度',
  ),
);
/** Columns with a place, as a name or as coordinates. */
const placeNames = new Set(
  listNames(
    'location,position,place,ubicación,lugar,localisation,emplacement,lieu,localização,posição,lokasi,kote,mahali,местоположение,место,розташування,місце,الموقع,الموقع الجغرافي,المكان,स्थान,位置,地点',
  ),
);
const idColumnNames = new Set(
  listNames(
    'post id,id,uuid,record id,external id,row id,instanceid,submission id,case id,incident id,objectid,key,index,feature id',
  ),
);

/** Whether a folded heading is that of a column with the id of each row. */
export const isIdHeading = (name: string): boolean => idColumnNames.has(name);

/**
 * What a folded heading says of a place: its coordinate, for names that end in one (`location lat`, `place longitude`), `both`, for a name
 * of coordinates (`gps`) or one that names both (`lat lon`), or `place`, which may be the name of a place too.
 */
export function findCoordinateName(name: string): 'lat' | 'lon' | 'both' | 'place' | undefined {
  const words = name.split(' ');
  const last = words.at(-1) ?? '';
  const isBoth =
    words.some((word) => latitudeNames.has(word)) && words.some((word) => longitudeNames.has(word));
  if (isBoth || coordinateNames.has(name)) return 'both';
  if (placeNames.has(name)) return 'place';
  if (latitudeNames.has(last)) return 'lat';
  return longitudeNames.has(last) ? 'lon' : undefined;
}

/** Words for pictures and their addresses. */
const pictureNames = new Set(
  listNames(
    'photo,photos,picture,pictures,image,images,photo url,picture url,image url,photo link,picture link,image link,foto,fotos,imagen,imágenes,imagem,imagens,fotografía,fotografia,photographie,photographies,bild,bilder,gambar,picha,imaj,фото,фотография,фотографии,фотографія,изображение,изображения,картинка,зображення,светлина,صورة,صور,الصورة,الصور,फोटो,तस्वीर,तस्वीरें,चित्र,图片,照片,图像,相片',
  ),
);

/** Whether a form of a heading (`headingForms`) names pictures and nothing else, also by a number: `Photo 2`, `image_url`, `picture3`. */
export const isPictureHeading = (form: string): boolean => pictureNames.has(form.replace(/ ?\d{1,3}$/, ''));

/** Whether one of its words does: `After photo`. */
export const namesPicture = (form: string): boolean => form.split(' ').some(isPictureHeading);

/** Words for a time of day. */
const timeNames = new Set(
  listNames(
    'time,times,hour,hours,clock,hora,horas,horario,horário,heure,heures,horaire,uhrzeit,zeit,jam,waktu,pukul,saa,wakati,lè,orè,время,час,часы,время суток,година,години,الوقت,وقت,الساعة,ساعة,التوقيت,توقيت,समय,घंटा,बजे,时间,時間,时刻,時刻,钟点,发生时间,报告时间,上报时间,具体时间',
  ),
);

/**
 * Whether a heading names the time of day to a date: `Time`, or `Start time` to `Start date`, since `Response time` is a duration.
 * @param dateHeading the heading of the column with the date
 */
export function isTimeOf(heading: string, dateHeading: string): boolean {
  const dateWords = new Set(foldName(dateHeading).split(' '));
  return headingForms(heading).some((form) => {
    if (timeNames.has(form)) return true;
    const words = form.split(' ');
    const others = words.filter((word) => !timeNames.has(word));
    return others.length < words.length && others.every((word) => dateWords.has(word));
  });
}

/** Whether a heading has the name of a property, a coordinate, a picture or an id, in exports or elsewhere. */
export function isKnownHeading(heading: string): boolean {
  const forms = headingForms(heading);
  return forms.some(
    (form) =>
      Object.hasOwn(exportHeadings, form) ||
      isIdHeading(form) ||
      findCoordinateName(form) !== undefined ||
      isPictureHeading(form) ||
      headingSynonyms.some(([, headings]) => headings.includes(form)),
  );
}

/** Headings that exports of this program have, and hardly another file. */
const ownHeadings = ['post id', 'post status', 'post date utc', 'created utc', 'updated utc'];

/** Whether a file is an export of this program, of which somebody may have removed columns. */
export function isOwnExport(columns: readonly string[]): boolean {
  const names = new Set(columns.map(foldName));
  return ownHeadings.filter((heading) => names.has(heading)).length > 1;
}

/** Whether a folded heading of both coordinates names the longitude first. */
export function isLongitudeFirst(name: string): boolean {
  const words = name.split(' ');
  const at = (names: ReadonlySet<string>) => words.findIndex((word) => names.has(word));
  const [lat, lon] = [at(latitudeNames), at(longitudeNames)];
  return /^(?:lonlat|lnglat|longlat)$/.test(name) || (lon >= 0 && lon < lat);
}

/** The offset or the zone that a heading names: `Time (UTC)`, `GMT+3`, `UTC -0530`, `GMT+5.5`. */
const zoneInHeading =
  /(?<!\p{L})(?:utc|gmt)(?!\p{L})(?:\s?([+\-\u2212])\s?(\d{1,2})(?:(\.5)|:?(\d{2}))?(?![\d.:]))?(?!\s?[+\-\u2212]\s?\d)/iu;
const maxOffsetMinutes = 14 * 60;

/** The offset of the zone that a heading names: `+03:00`; undefined without one, and for one that is no offset of a zone. */
export function findZoneInHeading(heading: string): string | undefined {
  const [all, sign = '+', hours = '0', half, minutes = half ? '30' : '00'] =
    zoneInHeading.exec(heading.slice(0, 200)) ?? [];
  const isOffset = Number(minutes) < 60 && Number(hours) * 60 + Number(minutes) <= maxOffsetMinutes;
  if (all === undefined || !isOffset) return undefined;
  return `${sign === '+' ? '+' : '-'}${hours.padStart(2, '0')}:${minutes}`;
}
