import {
  type Answers,
  categoriesField,
  decimal,
  descriptionField,
  hoursLater,
  maybe,
  photoField,
  placeField,
  type Situation,
  type SurveyPlan,
  titleField,
  wireDay,
} from './plan.ts';

const kinds = ['Hand pump', 'Motor pump', 'Tap stand', 'Open well'];

/** At most, of each tale: dry, a trickle, leaking. */
const litres = [0, 2, 9];

function repair({ random, status, at }: Situation, days: number): Answers['values'] {
  if (status === 'draft' || !random.chance(0.4)) return {};
  return {
    repaired: [wireDay(hoursLater(at, 24 * random.int(1, 4 + days)))],
    cost: [decimal(random.int(4, 180) + 0.5 * random.int(0, 1))],
    worker: maybe(random, 0.8, () =>
      random.pick(['Pump committee', 'County workshop', 'A mechanic from the next village']),
    ),
  };
}

function answer(situation: Situation): Answers {
  const { random, tale, at, place, photo, earlier } = situation;
  const n = random.int(2, 30);
  const repaired = repair(situation, n);
  return {
    values: {
      place: [place],
      kind: [random.pick(kinds)],
      flow: [decimal(random.next() * (litres[tale] ?? 0))],
      since: [wireDay(hoursLater(at, -24 * n))],
      before: random.chance(0.2) && earlier !== undefined ? [earlier] : [],
      photo: random.chance(0.45) ? [photo('pump')].filter((it) => it !== undefined) : [],
      ...repaired,
    },
    categories: random.chance(0.2) ? ['drinking-water', 'school'] : ['drinking-water'],
    done: 'repaired' in repaired ? [1] : [],
    n,
  };
}

export const pump: SurveyPlan = {
  topic: 'pump',
  name: 'Broken water pump',
  description: 'A pump, tap or well that gives no water, or water you would not drink.',
  color: '#1B8A7A',
  requireApproval: true,
  spreads: ['country', 'country', 'town'],
  tasks: [
    {
      label: 'Post',
      fields: [
        titleField('Which pump, and what is wrong?'),
        descriptionField('What happened?'),
        {
          name: 'kind',
          label: 'What kind is it?',
          input: 'radio',
          type: 'varchar',
          options: kinds,
          required: true,
        },
        {
          name: 'flow',
          label: 'Litres a minute',
          instructions: '0 when it is dry.',
          input: 'number',
          type: 'decimal',
        },
        placeField,
        { name: 'since', label: 'Broken since', input: 'date', type: 'datetime' },
        {
          name: 'before',
          label: 'Reported before as',
          input: 'relation',
          type: 'relation',
          related: ['pump'],
        },
        categoriesField('drinking-water', 'school', 'health'),
        photoField,
      ],
    },
    {
      label: 'Repair',
      description: 'Filled in when water runs again.',
      fields: [
        { name: 'repaired', label: 'Repaired on', input: 'date', type: 'datetime', required: true },
        { name: 'worker', label: 'By whom', input: 'text', type: 'varchar' },
        { name: 'cost', label: 'Cost in US dollars', input: 'number', type: 'decimal' },
      ],
    },
  ],
  answer,
};
