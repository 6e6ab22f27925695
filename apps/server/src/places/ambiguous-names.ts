/** Names of towns that are also given names, family names or ordinary words: a capital letter does not tell that they are a place. Pure. */
import { foldName } from '@waypost/survey-logic/fold-name';

const ambiguousNames = new Set(
  // Given names and family names.
  (
    'Adrian Alba Alexandria Alicia Allen Alma Alvin Anderson Angeles Arnold Arthur Aston Augusta Aurora Austin Barry Beverley ' +
    'Beverly Brandon Brent Bryan Campbell Carmel Carmen Carmona Carol Carson Chandler Charlotte Chelsea Chester Clayton ' +
    'Clinton Clovis Concepción Daphne David Davis Denis Diego Dolores Doreen Douglas Duncan Edison Elizabeth Emmanuel ' +
    'Esperanza Eugene Evans Everett Farah Fátima Fernando Ferguson Florence Florencia Floriana Francis Franklin ' +
    'Frederick Gary George Gilbert Gloria Graham Griffin Harrison Harvey Helena Henderson Hermosa Hudson ' +
    'Irvine Irving Ivan Jackson Jamal Jérémie Jerome Johnston Jordan Joseph Kamal Karim Kent Kyle Laurel Lawrence León ' +
    'Lewis Lincoln Lindsay Livingston Logan Lourdes Lucena Luz Lynn Macon Madison Mariana Mariano Marion Marshall Martin ' +
    'Martinez Mary Marta Mason Melissa Mercedes Milton Mohammed Monroe Montgomery Morley Murphy Nadia Nelson Newton Nigel ' +
    'Norman Omar Oliver Parker Patterson Pearl Perry Preston Ramona Randolph Regina Robertson Rodriguez Roman Rosa ' +
    'Rosalia Rosario Roy Said Salem Salim Samuel Sandy Sara Savannah Sebastian Selma Shelby Sherman ' +
    'Shirley Sidney Sofia Sonia Stanley Sterling Taylor Teresa Tracy Trinidad Troy Tyler Valentina Vanessa Victoria ' +
    'Vincent Virginia Vitória Walker Warren Wayne Wilson Winston ' +
    // Ordinary words of the languages of the client.
    'Asia Bad Bath Batu Bay Bell Bend Best Born Bountiful Bury Central Concord Corona Crystal Deal Delta Eagle ' +
    'Enterprise Fleet Flint Fountain Golden Green Highland Holiday Hope Independence Independencia Largo Liberal Liberty ' +
    'Libertad Malang Male Man March Marina Mesa Mission Mobile Moshi Most Natal Nice Normal Of Opportunity Orange ' +
    'Paradise Paz Plantation Plum Police Portage Progreso Progress Providence Reading Reservoir Retreat Rugby Sale ' +
    'Same Savage Slough Split Spring Springs Stow Summit Sunrise Superior Surprise Tanga Temple Tours Union Unión University ' +
    'Van Victory Vineyard Vista Walnut Young ' +
    // Russian and Ukrainian.
    'Вера Виктория Вікторія Владимир Володимир Ирина Надежда Надія Роман София Софія Мир Победа Орел Лебедин Свобода'
  )
    .split(' ')
    .map(foldName),
);

/** @param folded a name as `foldName` returns it */
export const isAmbiguousName = (folded: string): boolean => ambiguousNames.has(folded);

/** Words before a place that also stand before persons, folded. */
export const wordsBeforePersons = new Set(
  'from desde depuis dari kutoka iz vid из від من عند'.split(' ').map(foldName),
);

/** Words after a name that make it the name of a building or street, folded: "Victoria bridge". */
export const namedAfter = new Set(
  (
    'airport avenue bridge church clinic college drive estate falls gardens hall hospital hotel house lane lake ' +
    'mall market mosque park primary river road school square station stadium street'
  )
    .split(' ')
    .map(foldName),
);
