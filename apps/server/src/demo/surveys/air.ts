import {
  type AnswerContext,
  createCategoriesField,
  createDescriptionField,
  createTitleField,
  formatDateTime,
  formatDecimal,
  type GeneratedAnswers,
  photoField,
  placeField,
  type SurveyPlan,
} from './plan.ts';

const instruments = ['Low-cost sensor', 'Hand-held meter', 'City station', 'By eye and nose'];

/** Micrograms in a cubic metre: usually 10 to 60, on bad days some hundreds. */
const measureDust = ({ random }: AnswerContext) =>
  Math.round(80 * Math.exp(random.gaussian() * 0.8 - 0.9)) / 2 + 4;

function generateAnswers(situation: AnswerContext): GeneratedAnswers {
  const { random, storyIndex: tale, date: at, place, pickPicture: photo } = situation;
  const instrument = random.pick(instruments);
  return {
    values: {
      place: [place],
      dust: instrument === 'By eye and nose' ? [] : [formatDecimal(measureDust(situation))],
      temperature: random.chance(0.6) ? [random.int(4, 36)] : [],
      measured: [formatDateTime(at)],
      instrument: [instrument],
      photo: random.chance(0.25) ? [photo('sky')].filter((it) => it !== undefined) : [],
    },
    // The first tale is of burning waste.
    categories: tale === 0 ? ['smoke', 'waste'] : ['smoke'],
    completedTasks: [],
  };
}

export const air: SurveyPlan = {
  topic: 'air',
  name: 'Air quality',
  description: 'Measurements and what you can see or smell. Shown at once, without a check.',
  color: '#E69327',
  requireApproval: false,
  spreads: ['town'],
  tasks: [
    {
      label: 'Post',
      fields: [
        createTitleField('In a few words'),
        createDescriptionField('What do you notice?'),
        { name: 'dust', label: 'PM2.5 in µg/m³', input: 'number', type: 'decimal' },
        { name: 'temperature', label: 'Temperature in °C', input: 'number', type: 'int' },
        { name: 'measured', label: 'Measured at', input: 'datetime', type: 'datetime', required: true },
        {
          name: 'instrument',
          label: 'With what',
          input: 'select',
          type: 'varchar',
          options: instruments,
          required: true,
        },
        placeField,
        createCategoriesField('smoke', 'waste'),
        photoField,
      ],
    },
  ],
  generateAnswers,
};
