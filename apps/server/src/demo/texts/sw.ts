import type { LanguageTexts } from './texts.ts';

export const sw: LanguageTexts = {
  locale: 'sw_ke',
  near: [
    'karibu na daraja la zamani',
    'nyuma ya soko',
    'kando ya shule ya msingi',
    'kwenye kituo cha mabasi',
    'mbele ya kituo cha afya',
    'kando ya reli',
    'mkabala na posta',
    'karibu na uwanja wa mpira',
  ],
  levels: ['vifundoni', 'magotini', 'kiunoni', 'juu ya kichwa', 'kwenye mapaa'],
  names: [
    'Achieng Odhiambo',
    'Juma Mwangi',
    'Neema Mushi',
    'Baraka Kiptoo',
    'Zuhura Salim',
    'Wanjiku Njoroge',
    'Hamisi Bakari',
  ],
  notes: [
    'Kuna mtu anayeangalia mtaro {near}? Mwaka jana pia uliziba.',
    'Tafadhali nipigieni simu kuhusu mkutano wa {city}.',
    'Asanteni, gari la maji limefika leo.',
  ],
  topics: {
    flood: {
      stories: [
        [
          'Maji yanapanda {near}',
          'Maji yalikuja usiku na yamefika {level} {near}. Watu kama {n} wamehama nyumba zao.',
        ],
        [
          '{city}: barabara imejaa maji',
          'Mtaro {near} umezidiwa na mvua. Maji yamefika {level}; majirani {n} wanahamisha vitu vyao.',
        ],
        [
          'Mto umefurika {near}',
          'Mto umevunja kingo {near}. Maji yamefika {level} na bado yanaongezeka. Tuko {n} tunasubiri sehemu ya juu.',
        ],
        [
          'Nyumba zimejaa maji {near}',
          'Mvua imekoma lakini maji hayapungui {near}. Bado yako {level} na watu {n} hawawezi kutoka kwa gari.',
        ],
      ],
      requests: [
        'Tunahitaji maji ya kunywa na maturubai.',
        'Wazee wawili hawawezi kutembea; mashua itasaidia.',
        'Barabara imefungwa, tumieni ya juu.',
        'Hakuna aliyeumia kwa tunavyojua.',
      ],
    },
    pump: {
      stories: [
        ['Pampu imeharibika {near}', 'Pampu {near} haijatoa maji kwa siku {n}. Watu wanaenda mtoni.'],
        ['{city}: pampu haitoi maji', 'Mpini unasogea lakini maji ni kidogo sana, sasa ni siku {n}.'],
        ['Pampu inavuja {near}', 'Bomba chini ya pampu linavuja {near} na pamejaa matope.'],
      ],
      requests: [
        'Kamati ina pesa ya kipuri ila hakuna fundi.',
        'Shule jirani pia haina maji.',
        'Watoto wanapanga foleni tangu saa kumi na moja alfajiri.',
      ],
    },
    polls: {
      stories: [
        [
          'Kituo cha kura {near}',
          'Milango imefunguliwa na kura zinapigwa. Nilihesabu watu {n} kwenye foleni.',
        ],
        ['{city}: upigaji kura umeanza', 'Hali ni shwari. Watu {n} wanasubiri na foleni inasonga.'],
        ['Foleni ndefu kituoni {near}', 'Kituo {near} kiliishiwa kalamu kwa muda; watu {n} walisubiri.'],
      ],
      requests: [
        'Kuna njia ya viti vya magurudumu na wazee wanaingia kwanza.',
        'Waangalizi wanaruhusiwa kuona kuhesabu kura.',
      ],
    },
    notice: {
      stories: [
        ['Usafi wa kingo za mto {near}', 'Tunakutana {near}. Glavu na mifuko ipo; mwenye mabuti ayabebe.'],
        ['Kliniki ya bure {city}', 'Kliniki iko {near} saa mbili hadi saa kumi. Chanjo ni bure.'],
        ['Maji yatakatwa Alhamisi {near}', 'Bomba kuu linabadilishwa {near}. Wekeni maji ya siku moja.'],
      ],
      requests: ['Waambieni majirani wasio na simu.', 'Maswali yanajibiwa ofisi ya kata.'],
    },
  },
};
