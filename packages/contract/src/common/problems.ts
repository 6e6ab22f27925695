/**
 * Every problem that a response can report, by code, with its status and English text. Clients translate by the code
 * (`code` of an error entry); scripts that only know API v3 read `status`, `title` and `message` (API v3 §1.9).
 */
import type { ErrorEntry, ErrorEnvelope } from './error-envelope.ts';

type Params = Record<string, string | number>;

/**
 * `{name}` in a text is replaced by the parameter of that name. `title` is a text that existing clients compare (API
 * v3 §1.9).
 */
export const problems = {
  'request.bad': { status: 400, text: 'Bad request: {reason}' },
  'request.no-token': { status: 401, text: 'Unauthorized.' },
  'request.not-a-bearer': { status: 401, text: 'Unauthenticated.' },
  'request.bad-token': { status: 401, text: 'The access token is unknown, expired or revoked.' },
  'request.scope-missing': { status: 403, text: 'The token lacks the scope "{scope}".' },
  'request.refused': { status: 403, text: 'User {user} is not allowed to {privilege} {resource} {id}' },
  'request.refused-without-token': {
    status: 401,
    text: 'An access token is missing: {privilege} {resource} is not open to everyone.',
  },
  'request.not-signed': {
    status: 403,
    text: 'The API key or the signature of the request is missing or wrong.',
  },
  'request.no-route': { status: 404, text: '' },
  'request.wrong-method': { status: 405, text: '' },
  'request.too-many': { status: 429, text: 'Too Many Requests' },
  'request.challenge': {
    status: 429,
    text: 'Very many reports are arriving right now. Solve the challenge at /challenge and send this one again with the answer, or try again in a few minutes.',
  },
  'request.invalid': { status: 422, text: 'Failed to validate {resource} entity:' },
  'entity.not-found': { status: 404, text: 'There is no {resource} [id: {id}].' },
  'user.beyond-your-rights': {
    status: 403,
    text: 'User {id} has permissions that you do not have. Only an administrator can change or delete this account.',
  },
  'role.beyond-your-rights': {
    status: 403,
    text: 'The role "{role}" has permissions that you do not have. Only an administrator can assign it.',
  },
  'invitation.used': { status: 409, text: 'This invitation has been used. The account it created stays.' },
  'confirmation.needs-country-code': {
    status: 422,
    text: 'The gateway sends text messages only to numbers with a plus and the country code.',
  },
  'confirmation.no-gateway': {
    status: 422,
    text: 'Phone numbers cannot be confirmed here: no data source that sends text messages is turned on.',
  },
  'confirmation.unsupported': {
    status: 422,
    text: 'Only phone numbers and e-mail addresses can be confirmed.',
  },
  'confirmation.not-needed': { status: 422, text: 'There is nothing to confirm.' },
  'confirmation.wait': {
    status: 429,
    text: 'A code was sent a moment ago. Another one can be sent in {seconds} seconds.',
  },
  'confirmation.too-many': {
    status: 429,
    text: 'Too many codes were requested today. Another one can be sent in {seconds} seconds.',
  },
  'post.locked': { status: 404, text: 'Post {id} is locked: {user} is working on it.' },
  'receipt.not-found': { status: 404, text: 'No report has this receipt code.' },
  'receipt.expired': {
    status: 401,
    text: 'The receipt was opened too long ago, or its report is gone. Enter the code again.',
  },
  'import.running': { status: 409, text: 'The import is running or being undone. Try again in a moment.' },
  'bulk-change.too-many': {
    status: 422,
    text: 'At most {max} posts can be changed at once. Use more filters.',
  },
  'bulk-change.too-many-per-day': {
    status: 422,
    text: 'One account can put at most {max} posts into bulk changes in 24 hours.',
  },
  'bulk-change.post-locked': { status: 422, text: '{user} is working on this post.' },
  'bulk-change.post-locked-by-reporter': { status: 422, text: 'The reporter is working on this post.' },
  'bulk-change.changed-since': { status: 409, text: 'Someone has changed this post since.' },
  'area.changed-since': { status: 409, text: 'Someone has changed this area since.' },
  'template.undone': { status: 409, text: 'This template has already been undone.' },
  'bulk-change.not-undoable': { status: 409, text: 'There is nothing to undo.' },
  'post.lock-gone': { status: 404, text: 'Lock {lock} of post {id} was removed or has expired.' },
  'exchange.key': { status: 422, text: 'The data exchange did not accept your key. {text}' },
  'exchange.refused': { status: 422, text: 'The data exchange refused: {text}' },
  'exchange.unreachable': { status: 503, text: 'The data exchange did not respond. Try again later.' },
  'server.exporting': {
    status: 503,
    text: 'Other exports are running. Try again in a moment, or request one that runs in the background.',
  },
  'upload.missing-file': { status: 400, text: 'Bad request: the form field "file" is missing.' },
  'server.failed': {
    status: 500,
    text: 'Something went wrong on the server. Nothing was changed.',
  },
  'server.maintenance': { status: 503, text: 'The site is down for maintenance. Try again later.' },
  'server.trial-over': {
    status: 503,
    text: 'The trial of this site has ended. Everything can be read, but nothing can be changed.',
  },
  'server.busy': { status: 503, text: 'The server is starting or busy. Try again in a moment.' },
  'server.no-database': {
    status: 503,
    text: 'The server cannot reach its database right now. Try again in a moment.',
  },
  'server.no-storage': {
    status: 503,
    text: 'The server cannot reach its file storage right now. Try again in a moment.',
  },
  'server.full': {
    status: 503,
    text: 'The server is out of storage space. Try again later.',
  },
} as const satisfies Record<string, { status: number; text: string }>;

/** The code of a problem. */
export type ProblemCode = keyof typeof problems;

/** The messages of wrong fields, by rule. The name of the field is put in front. */
export const validationMessages = {
  required: 'must not be empty',
  type: 'must be {expected}',
  minlength: 'must be at least {min} characters long',
  maxlength: 'must be at most {max} characters long',
  maxitems: 'must have at most {max} entries',
  minitems: 'must have at least {min} entries',
  maxbytes: 'must take up at most {max} bytes',
  min: 'must be at least {min}',
  max: 'must be at most {max}',
  email: 'must be a valid e-mail address',
  url: 'must be a web address',
  privateAddress: 'must be on the public internet: this address leads into a private network',
  date: 'must be a date',
  color: 'must be a color such as #2274B4',
  oneOf: 'must be one of: {options}',
  pattern: 'has characters that are not allowed here',
  exists: 'names something that does not exist: {value}',
  taken: 'is already in use',
  invalid: 'is not valid',
  keyBytes: 'must be 32 bytes in base64url, which are 43 characters',
  immutable: 'cannot be changed any more',
  unknownPart: 'is not known here',
  twice: 'is there twice: {value}',
  // Sign-in and people
  password: 'must be 7 to 72 characters long',
  currentPassword: 'must be your current password; a login within the last minutes will do as well',
  lastAdmin: 'must stay administrator: nobody else is',
  rolesNotEnabled: 'cannot be changed: custom roles are switched off here',
  featureNotEnabled: 'cannot be switched on: this feature is switched off here',
  // Confirmation codes
  codeDigits: 'must be the digits of the code',
  codeWrong: 'is wrong: {left} more tries',
  codeExpired: 'has expired, or none was sent: ask for a new one',
  codeTooManyTries: 'was entered wrongly too often: ask for a new one',
  // Surveys
  duplicateTypes: 'may exist only once in a survey',
  tagsCannotBePrivate: 'must be off: answers in categories are always public',
  placeDistances: 'must be at least twice the shortest distance',
  demandedArea:
    'must be {"area": id} or {"set": id}, of an area that exists or a set that has areas: {value}',
  targetedNotForEveryone: 'cannot be on while everyone may answer the survey',
  notTargeted: 'names a survey that is not sent to chosen people',
  alreadySent: 'names a survey that was sent already',
  noQuestions: 'names a survey without a question that can be answered by text message',
  numbersInvalid: 'holds {count} numbers that are none in the country chosen: {value}',
  tooManyNumbers: 'holds {count} numbers: at most {max}',
  allStopped: 'holds only numbers whose owners want no messages',
  noTextSource: 'is missing: no data source that sends text messages is switched on',
  // Categories
  sameRoleAsParent: 'must be the same as that of the parent category',
  parentIsChild: 'must be a top-level category',
  notSiblings: 'must all stand below the same category, or all at the top',
  parentHasChildren: 'must stay empty: the category has categories below it',
  // Media
  fileType: 'must be a picture (JPEG, HEIC, PNG, GIF or WebP)',
  fileSize: 'must be at most {max} bytes',
  fileBroken: 'could not be read as a picture',
  filePixels: 'must have at most {max} megapixels',
  fileHeic:
    'is in a HEIC format that cannot be read here: set the camera to JPEG (iPhone: Settings > Camera > Formats > Most Compatible; Samsung: camera settings > Advanced picture options)',
  // Posts
  postNeedsApprovalBeforePublishing:
    'cannot be set: the report is looked at by the team before it is published',
  postCanOnlyBeUnpublishedByAdmin: 'cannot be changed: only the team can take a published report back',
  postLocked: 'cannot be saved: {user} is working on this post',
  tooManyReceiptMessages: 'cannot be sent: a report has at most {max} messages',
  tooManyNotes: 'cannot be added: a report has at most {max} notes',
  postNeedsConsent: 'cannot be set: the reporter did not agree that the report is published',
  contactNeedsConsent: 'cannot be sent: the reporter did not agree that the team writes to them',
  consentNotConfirmed: 'must be confirmed: the survey asks reporters to confirm that they have read its text',
  consentNotAsked: 'has a choice that was not asked: {value}',
  postChanged: 'is out of date: this post was saved in the meantime',
  postIsMerged: 'names a post that is merged into another one: {value}',
  postHasMergedPosts: 'names a post that others are merged into: {value}',
  statusOfMergedPost: 'cannot be changed while the post is merged into another one',
  keyReused: 'was sent before with another report',
  userAndAuthor: 'cannot be given together with an author name or e-mail',
  stageDoesNotExist: 'names a task that the survey does not have: {value}',
  stageRequired: 'must hold the task "{label}" before publishing',
  attributeDoesNotExist: 'has a field that the survey does not have: {key}',
  notAnArray: 'must be a list: {key}',
  tooManyValues: 'has too many answers in "{label}": at most {max}',
  postAttributeRequired: 'lacks an answer to "{label}"',
  taskAttributeRequired: 'lacks an answer to "{label}", which the completed task "{task}" needs',
  valueType: 'has an answer in "{label}" that must be {expected}',
  valueOption: 'has an answer in "{label}" that is not among its options: {value}',
  valueLength: 'has an answer in "{label}" longer than {max} characters',
  valueExists: 'has an answer in "{label}" that does not exist: {value}',
  valueForm: 'has an answer in "{label}" from a survey that is not allowed there: {value}',
  valueArea: 'has a place in "{label}" that is outside of: {area}',
  // Imports
  csvType: 'must be a table (CSV, XLSX or ODS) or places (GeoJSON, KML, GPX, or a Shapefile in a ZIP)',
  importBroken: 'cannot be read: it is damaged, or not what its name says',
  importUnsafe: 'has a document type or entities of its own, which are not read',
  importTooLarge: 'holds more than {max} bytes when it is unpacked',
  importOldExcel:
    'is an old Excel file, or an Excel file with a password: save it as XLSX without a password',
  importNoPlaces: 'must hold at least one place',
  importOnlyLink: 'holds no places, only a link to a map elsewhere: {link}',
  importProjected: 'must have longitude and latitude (EPSG:4326), but has coordinates of {value}',
  importPassword: 'has a password: save it without one',
  importNoProjection:
    'is a Shapefile without its .prj file, whose coordinates are no degrees: add the .prj file to the ZIP',
  importMapFormat: 'is in a format that is not read ({value}): convert it to GeoJSON, for example with QGIS',
  importTableFormat: 'is in a format that is not read ({value}): save its table as XLSX, ODS or CSV',
  importArchive: 'is an archive ({value}): unpack it, and upload the file in it',
  importBareShapefile: 'is a part of a Shapefile: put its .shp, .dbf and .prj files into a ZIP',
  importSeveralShapefiles: 'has several Shapefiles: {value}. Put each into a ZIP of its own',
  csvColumns: 'has more than {max} columns',
  csvEmpty: 'must be a file with text',
  csvGone: 'is no longer here: upload the file again',
  csvUnknown: 'has a field that the survey does not have: {value}',
  csvNone: 'must give at least one column to a field',
  csvTwice: 'gives too many columns to: {fields}',
  csvRequired: 'gives no column to required fields: {fields}',
  csvPlace: 'needs both latitude and longitude for: {fields}',
  csvStatus: 'must be fixed for all rows or come from a column, not both',
  csvDone: 'cannot be changed: the import is done',
  importRunning: 'is named in an import that is under way: wait until it is done',
  csvNothingToUndo: 'cannot be undone: nothing was imported',
  csvCells: 'has {count} cells where the heading has {expected}',
  csvQuote: 'has a quotation mark that is never closed',
  csvLong: 'is longer than {max} characters',
  csvDamaged: 'has lost a character in "{label}"',
  csvDayFirst: 'has the day first in "{label}", unlike the other dates: {value}',
  csvMonthFirst: 'has the month first in "{label}", unlike the other dates: {value}',
  csvSurvey: 'belongs to another survey: {value}',
  pictureUnknown: 'has in "{label}" what is no address of a picture',
  pictureGone: 'has in "{label}" a picture that is not on this site, or not for you to see',
  pictureAddress:
    'has in "{label}" an address that is not fetched: it is none, or leads into a private network',
  pictureUnreachable: 'has in "{label}" a picture whose server does not answer',
  pictureRefused: 'has in "{label}" a picture that its server does not give out: it answers {status}',
  pictureFieldFull: 'has more pictures in "{label}" than the {max} that it takes',
  pictureTooMany: 'has in "{label}" a picture too many: an import takes at most {max}',
  // Exports
  hxlUnsuited: 'has a tag or attribute that does not suit "{label}"',
  hxlTwoTags: 'has two tags for "{label}": a field has one',
  onlyUploads: 'can be chosen for uploads to the exchange only',
  publicDataset: 'cannot be: a public dataset takes no personal columns, and this export holds some',
  hxlTwice: 'has the same attribute twice for "{label}"',
  // Data sources
  providerNotAvailable: 'names a data source that is not available here: {value}',
  providerIncomplete: 'lacks settings that it needs: {options}',
  outgoingMailOption: 'is an option of outgoing mail, which is set under outgoingemail',
  privateServer: 'names a server in a private network: {server}',
  secretNeeded: 'needs its secrets again, because the server changed: {options}',
  digits: 'must be digits only',
  gatewayNotAuthenticated: 'is missing: without it or a signature, anyone could send messages in any name',
  addressSecret: 'must be 20 to 100 letters, digits, - or _',
  // Layers
  dataUrlOrMediaRequired: 'is missing: a layer needs the address of its data, or a picture',
  dataUrlMediaConflict: 'cannot be given together with a picture: a layer has one of the two',
  geojsonFormat: 'is not JSON in UTF-8',
  geojsonType: 'is JSON, but not GeoJSON: {reason}',
  geojsonPlace: 'has coordinates outside the world, in feature {number}',
  geojsonEmpty: 'has no features with a place',
  geojsonSize: 'must be at most {max} MB',
  geojsonComplex: 'has too much content: at most {features} features with {points} points together',
  layerTemplate: 'must have the placeholders of tiles: z, x and y in braces',
  layerAddressLost: 'must be entered again, since the key of the server has changed',
  layerTileJson: 'leads to no TileJSON document that names tiles',
  layerDocumentPart: 'leads to a document with a part that is not valid or not supported: {part}',
  layerDocumentComplex: 'leads to a document that is too large, or takes too long to read',
  layerCapabilities: 'leads to no list of layers (capabilities of WMTS or WMS)',
  layerStyle: 'leads to no MapLibre style',
  layerStyleSize: 'leads to a style of more than {max} MB',
  layerVectorTile: 'leads to a server that sends no vector tile of at most 1 MB',
  layerSprite: 'leads to a style whose images cannot be read',
  layerPicture: 'leads to a server that sends no picture (PNG, JPEG or WebP) of at most 1 MB',
  // Map archives
  archiveFormat: 'is neither a PMTiles archive of version 3 nor an OpenStreetMap extract (.osm.pbf)',
  archiveIncomplete: 'is incomplete: it has {size} bytes instead of {expected}',
  archiveBox: 'covers no area, or one outside the world',
  archiveZooms: 'has zoom levels that a map cannot show',
  archiveTiles: 'must hold vector tiles, compressed with gzip or not, or pictures (PNG, JPEG, WebP or AVIF)',
  archiveDamaged: 'is damaged: its directory, its metadata or its tiles cannot be read',
  archiveSchema:
    'has vector tiles of an unknown schema: Protomaps version 4, OpenMapTiles and Shortbread can be drawn',
  archiveSize: 'must be at most {max} GB',
  archiveChunk: 'must be a chunk of {expected} bytes',
  archiveNoAnswer: 'leads to a server that did not answer in time',
  archiveStatus: 'leads to a server that answered with status {status}',
  archiveDiskFull: 'could not be stored: the disk of the server is full',
  archiveFailed: 'could not be added: something went wrong on the server',
  extractSize: 'must be at most {max} MB for an OpenStreetMap extract',
  extractMemory: 'needs a server with {needed} MB of memory: this one has {present} MB',
  extractDisk: 'needs {needed} MB of free space on the disk of the server: {present} MB are free',
  extractDamaged: 'is damaged, or no OpenStreetMap extract (.osm.pbf)',
  extractUnsupported: 'needs what cannot be read: {feature}',
  extractUnsorted: 'is not sorted: sort it by type and id, for example with osmium sort',
  extractEmpty: 'has nothing that a map could show',
  extractArea: 'covers too large an area for its map to be made here',
  extractComplex: 'has more content than can be handled here',
  // Messages
  messageHasLeft: 'cannot be changed any more: the message has left',
  senderName: 'is a name, not a number: nothing can be sent to it',
  contactUnconfirmed: 'cannot be written to: nothing shows that the number or address is still theirs',
  contactStopped: 'cannot be written to: they asked to hear nothing more',
  limitPosts: 'The limit of published posts is reached',
  limitAdmins: 'The limit of administrators is reached',
  limitSurveys: 'The limit of surveys is reached',
  limitArchives: 'cannot be added: there can be at most {max} map archives',
  limitLayers: 'cannot be added: there can be at most {max} layers',
  limitSets: 'cannot be added: one account can have at most {max}',
  limitPerAccount: 'cannot be added: one account can have at most {max} at a time',
} as const;

/** The name of a validation rule. */
export type ValidationRule = keyof typeof validationMessages;

/** Titles that existing clients compare (API v3 §1.9, "Text markers"). */
const legacyTitles: Partial<Record<ValidationRule, string>> = {
  limitPosts: 'limit::posts',
  limitAdmins: 'limit::admin',
  limitSurveys: 'limit::posttypes',
};

/** One wrong field. `field` is its top-level name in API v3, `title` is for `/title`. */
export interface FieldError {
  field: string;
  rule: ValidationRule;
  params?: Params;
}

/** Replaces each `{name}` in a text by the parameter of that name; drops `: {name}` where it is missing or empty. */
export const interpolate = (text: string, params: Params) =>
  text
    .replace(/: \{(\w+)\}/g, (part, key: string) => ((params[key] ?? '') === '' ? '' : part))
    .replace(/\{(\w+)\}/g, (placeholder, key: string) => (key in params ? String(params[key]) : placeholder));

/** The English sentence of a field error: `title must be at most 150 characters long`. */
export function formatFieldError({ field, rule, params = {} }: FieldError): string {
  const marker = legacyTitles[rule];
  return marker ?? `${field} ${interpolate(validationMessages[rule], params)}`;
}

/** The error envelope of a problem that is not about fields. */
export function buildProblemEnvelope(code: ProblemCode, params: Params = {}): ErrorEnvelope {
  const { status, text } = problems[code];
  const message = interpolate(text, params).trim();
  return { errors: [{ status, ...(message === '' ? {} : { message }), code, params }] };
}

/**
 * The error envelope of failed validation: a headline without a title, then one entry per field (API v3 §1.9).
 * @param resource the name of the entity in API v3, for the headline
 * @param errors at least one; only the first error of each field is reported
 */
export function buildValidationEnvelope(resource: string, errors: readonly FieldError[]): ErrorEnvelope {
  const firstOfEach = [
    ...new Map([...errors].reverse().map((fault) => [fault.field, fault])).values(),
  ].reverse();
  const status = problems['request.invalid'].status;
  const entries = firstOfEach.map((fault): ErrorEntry => {
    const text = formatFieldError(fault);
    return {
      status,
      title: text,
      message: text,
      source: { pointer: `/${fault.field}` },
      code: fault.rule,
      ...(fault.params ? { params: fault.params } : {}),
    };
  });
  const headline = interpolate(problems['request.invalid'].text, { resource });
  return {
    errors: [{ status, message: [headline, ...entries.map((it) => it.message), ''].join('\n') }, ...entries],
  };
}
