import type { LanguageTexts } from './texts.ts';

export const en: LanguageTexts = {
  locale: 'en_us',
  near: [
    'near the old bridge',
    'behind the market',
    'beside the primary school',
    'at the bus station',
    'next to the health centre',
    'along the railway line',
    'opposite the post office',
    'by the football ground',
  ],
  levels: ['up to the ankles', 'up to the knees', 'up to the waist', 'above our heads', 'up to the roofs'],
  names: [
    'Grace Walker',
    'Tom Hughes',
    'Ifeoma Obi',
    'Maria Santos',
    'Daniel Reed',
    'Ruth Kimani',
    'Jack Lawson',
  ],
  notes: [
    'Is anyone checking the culvert {near}? It was blocked last year too.',
    'Please call me back about the meeting in {city}.',
    'Thank you, the water truck came today.',
  ],
  topics: {
    flood: {
      stories: [
        [
          'Water rising {near}',
          'The water came during the night and stands {level} {near}. About {n} people have left their homes.',
        ],
        [
          '{city}: street under water',
          'The drain {near} could not take the rain. Water {level} in the road; {n} neighbours are carrying things upstairs.',
        ],
        [
          'River over its bank {near}',
          'The river is over its bank {near}. Water {level}, and it is still coming. {n} of us are waiting on higher ground.',
        ],
        [
          'Houses flooded {near}',
          'It has stopped raining, but the water {near} does not go down. It stands {level} and {n} people cannot get out by car.',
        ],
      ],
      requests: [
        'We need drinking water and something to cover the roofs with.',
        'Two older neighbours cannot walk far; a boat would help.',
        'The road is closed. Please take the upper way.',
        'Nobody is hurt as far as we know.',
      ],
    },
    pump: {
      stories: [
        [
          'Pump broken {near}',
          'The pump {near} has given no water for {n} days. People walk to the river instead.',
        ],
        [
          '{city}: no water at the hand pump',
          'The handle moves but hardly any water comes. It has been like this for {n} days.',
        ],
        [
          'Pump leaking {near}',
          'The pipe below the pump {near} is leaking, and the ground around it is mud.',
        ],
      ],
      requests: [
        'The committee has money for a part but nobody to fit it.',
        'The school next to it has no water either.',
        'Children queue there from five in the morning.',
      ],
    },
    polls: {
      stories: [
        [
          'Polling station {near}',
          'The doors opened and voting began. {n} people were in the queue when I counted.',
        ],
        ['{city}: voting has begun', 'It is calm here. {n} people are waiting, and the line moves.'],
        [
          'Long queue at the polling station {near}',
          'The station {near} ran out of pens for a while; {n} people waited meanwhile.',
        ],
      ],
      requests: [
        'There is a ramp, and older people are let in first.',
        'The sign outside is hard to find.',
        'Observers are let in and may watch the counting.',
      ],
    },
    air: {
      stories: [
        ['Smoke {near}', 'Somebody is burning waste {near}; the smoke hangs in the street.'],
        ['{city}: air measured this morning', 'Measured {near}. You can see the haze between the houses.'],
        ['{city}: clearer today', 'Clear after the wind turned. Measured {near}, at head height.'],
      ],
      requests: [
        'Children at the school stay indoors during the break.',
        'I will measure again tomorrow at the same hour.',
        'My sensor was compared with the city’s last month.',
      ],
    },
    notice: {
      stories: [
        [
          'Clean-up of the river bank {near}',
          'We meet {near}. Gloves and bags are there; bring boots if you have them.',
        ],
        ['Mobile clinic in {city}', 'The clinic stands {near} from eight to four. Vaccinations are free.'],
        [
          'Water shut off on Thursday {near}',
          'The main pipe is being replaced {near}. Please store water for a day.',
        ],
      ],
      requests: ['Tell your neighbours who have no phone.', 'Questions are answered at the ward office.'],
    },
    unsafe: {
      stories: [
        [
          'Street light out {near}',
          'The lamps {near} have been dark for {n} days, and we walk there home from work.',
        ],
        [
          'Not safe after dark {near}',
          'A group stops people {near} in the evening. Two of us were followed.',
        ],
        ['Broken fence {near}', 'The fence {near} is broken and the drain behind it is open.'],
      ],
      requests: ['Please do not publish my name.', 'A lamp and a cleared path would be enough.'],
    },
  },
};
