import type { Words } from './words.ts';

export const fr: Words = {
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
      titles: [
        'L’eau monte {near}',
        '{city} : rue sous l’eau',
        'Le fleuve déborde {near}',
        'Maisons inondées {near}',
      ],
      tells: [
        'L’eau est venue cette nuit et arrive {level} {near}. Environ {n} personnes ont quitté leur maison.',
        'Le fleuve est sorti de son lit {near}. L’eau arrive {level} et monte encore. Nous sommes {n} à attendre plus haut.',
        'Le caniveau {near} n’a pas suffi. L’eau arrive {level} ; {n} voisins mettent leurs affaires à l’abri.',
        'La pluie a cessé, mais l’eau ne baisse pas {near}. Elle arrive {level} et {n} personnes sont bloquées.',
      ],
      asks: [
        'Il faut de l’eau potable et des bâches.',
        'Deux personnes âgées ne peuvent pas marcher ; une pirogue aiderait.',
        'La route est coupée, prenez celle du haut.',
        'Pas de blessé à notre connaissance.',
      ],
    },
    pump: {
      titles: [
        'Pompe en panne {near}',
        '{city} : plus d’eau au forage',
        'Le levier de la pompe a cassé {near}',
      ],
      tells: [
        'La pompe {near} ne donne plus rien depuis {n} jours. On va au fleuve.',
        'Le levier bouge mais l’eau vient à peine, depuis {n} jours.',
        'Le tuyau sous la pompe fuit {near} et tout autour c’est de la boue.',
      ],
      asks: [
        'Le comité a de quoi payer la pièce, il manque un réparateur.',
        'L’école d’à côté n’a plus d’eau non plus.',
        'Les enfants font la queue dès cinq heures.',
      ],
    },
    polls: {
      titles: ['Bureau de vote {near}', '{city} : le vote a commencé', 'Longue file au bureau {near}'],
      tells: [
        'Les portes sont ouvertes et le vote a commencé. J’ai compté {n} personnes dans la file.',
        'C’est calme. {n} personnes attendent et la file avance.',
        'Le bureau {near} a manqué de stylos un moment ; {n} personnes ont attendu.',
      ],
      asks: [
        'Il y a une rampe, et les aînés passent en premier.',
        'Le panneau dehors se voit mal.',
        'Les observateurs peuvent entrer et suivre le dépouillement.',
      ],
    },
    notice: {
      titles: [
        'Nettoyage des berges {near}',
        'Consultations gratuites à {city}',
        'Coupure d’eau jeudi {near}',
      ],
      tells: [
        'Rendez-vous {near}. Il y a des gants et des sacs ; venez avec des bottes si possible.',
        'L’équipe reçoit {near} de huit à seize heures. Les vaccins sont gratuits.',
        'On remplace la conduite principale {near}. Gardez de l’eau pour un jour.',
      ],
      asks: ['Prévenez les voisins qui n’ont pas de téléphone.', 'Renseignements à la mairie de quartier.'],
    },
    unsafe: {
      titles: ['Lampadaire éteint {near}', 'Pas sûr la nuit {near}', 'Passage sans lumière {near}'],
      tells: [
        'Les lampes {near} sont éteintes depuis {n} jours, et c’est notre chemin du retour.',
        'Un groupe arrête les gens {near} le soir. Deux d’entre nous ont été suivies.',
        'La clôture {near} est cassée et le canal derrière reste ouvert.',
      ],
      asks: ['Ne publiez pas mon nom s’il vous plaît.', 'Une lampe et un passage dégagé suffiraient.'],
    },
  },
};
