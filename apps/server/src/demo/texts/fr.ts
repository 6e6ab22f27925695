import type { LanguageTexts } from './texts.ts';

export const fr: LanguageTexts = {
  locale: 'fr_fr',
  near: [
    'près du vieux pont',
    'derrière le marché',
    'à côté de l’école primaire',
    'à la gare routière',
    'devant le centre de santé',
    'le long de la digue',
    'en face de la poste',
    'au bord du terrain de football',
  ],
  levels: ['aux chevilles', 'aux genoux', 'à la taille', 'au-dessus de la tête', 'aux toits'],
  names: [
    'Aïssatou Diallo',
    'Moussa Traoré',
    'Claire Bonnet',
    'Mariam Koné',
    'Julien Faure',
    'Fatou Ndiaye',
    'Ibrahim Maïga',
  ],
  notes: [
    'Est-ce que quelqu’un surveille le caniveau {near} ? Il était déjà bouché l’an dernier.',
    'Rappelez-moi s’il vous plaît pour la réunion à {city}.',
    'Merci, le camion-citerne est passé aujourd’hui.',
  ],
  topics: {
    flood: {
      stories: [
        [
          'L’eau monte {near}',
          'L’eau est venue cette nuit et arrive {level} {near}. Environ {n} personnes ont quitté leur maison.',
        ],
        [
          '{city} : rue sous l’eau',
          'Le caniveau {near} n’a pas suffi. L’eau arrive {level} ; {n} voisins mettent leurs affaires à l’abri.',
        ],
        [
          'Le fleuve déborde {near}',
          'Le fleuve est sorti de son lit {near}. L’eau arrive {level} et monte encore. Nous sommes {n} à attendre plus haut.',
        ],
        [
          'Maisons inondées {near}',
          'La pluie a cessé, mais l’eau ne baisse pas {near}. Elle arrive {level} et {n} personnes sont bloquées.',
        ],
      ],
      requests: [
        'Il faut de l’eau potable et des bâches.',
        'Deux personnes âgées ne peuvent pas marcher ; une pirogue aiderait.',
        'La route est coupée, prenez celle du haut.',
        'Pas de blessé à notre connaissance.',
      ],
    },
    pump: {
      stories: [
        ['Pompe en panne {near}', 'La pompe {near} ne donne plus rien depuis {n} jours. On va au fleuve.'],
        ['{city} : plus d’eau au forage', 'Le levier bouge mais l’eau vient à peine, depuis {n} jours.'],
        ['Fuite à la pompe {near}', 'Le tuyau sous la pompe fuit {near} et tout autour c’est de la boue.'],
      ],
      requests: [
        'Le comité a de quoi payer la pièce, il manque un réparateur.',
        'L’école d’à côté n’a plus d’eau non plus.',
        'Les enfants font la queue dès cinq heures.',
      ],
    },
    polls: {
      stories: [
        [
          'Bureau de vote {near}',
          'Les portes sont ouvertes et le vote a commencé. J’ai compté {n} personnes dans la file.',
        ],
        ['{city} : le vote a commencé', 'C’est calme. {n} personnes attendent et la file avance.'],
        [
          'Longue file au bureau {near}',
          'Le bureau {near} a manqué de stylos un moment ; {n} personnes ont attendu.',
        ],
      ],
      requests: [
        'Il y a une rampe, et les aînés passent en premier.',
        'Le panneau dehors se voit mal.',
        'Les observateurs peuvent entrer et suivre le dépouillement.',
      ],
    },
    notice: {
      stories: [
        [
          'Nettoyage des berges {near}',
          'Rendez-vous {near}. Il y a des gants et des sacs ; venez avec des bottes si possible.',
        ],
        [
          'Consultations gratuites à {city}',
          'L’équipe reçoit {near} de huit à seize heures. Les vaccins sont gratuits.',
        ],
        [
          'Coupure d’eau jeudi {near}',
          'On remplace la conduite principale {near}. Gardez de l’eau pour un jour.',
        ],
      ],
      requests: [
        'Prévenez les voisins qui n’ont pas de téléphone.',
        'Renseignements à la mairie de quartier.',
      ],
    },
    unsafe: {
      stories: [
        [
          'Lampadaire éteint {near}',
          'Les lampes {near} sont éteintes depuis {n} jours, et c’est notre chemin du retour.',
        ],
        [
          'Pas sûr la nuit {near}',
          'Un groupe arrête les gens {near} le soir. Deux d’entre nous ont été suivies.',
        ],
        ['Clôture cassée {near}', 'La clôture {near} est cassée et le canal derrière reste ouvert.'],
      ],
      requests: ['Ne publiez pas mon nom s’il vous plaît.', 'Une lampe et un passage dégagé suffiraient.'],
    },
  },
};
