/**
 * Groups of four bytes that are common in source text, counted over 9 MB of TypeScript, JavaScript, JSON,
 * Markdown, Python, Perl, shell and YAML, no package with more than 0.4 MB. Letters depend on each other far too
 * much for the frequency of a group to follow from those of its bytes. Only the ranking matters, and only for
 * speed.
 */

interface Class {
  /** How often such a group stands at a place, about. */
  readonly frequency: number;
  /** The groups, one after the other. */
  readonly groups: string;
}

const CLASSES: readonly Class[] = [
  {
    frequency: 0.0006,
    groups: [
      '----0.00:0.0ArraErroNameNodeOptiTypeableachealidalsealuearamarseatchatioatoraultbjeccallcasecesschem',
      'clarcodecompconscontcripctiodefadefiduleeclaefauefinemenendsenerengtentserroessieturexpeexpoextefals',
      'faulfilefineformfromfunchemahis.httpifieimpoinedinteionsisitjectlassleanlengmbermentmpornamenctindef',
      'ndexnfigngthnodenternullnumbobjeode.odulokenoleaonfionstonteooleoperoptioptsormaortsourcparaparspath',
      'pectpertportpresptiorentressreturingriptroperrayrrors://schesionsourssiostritendterntesttextthistion',
      'trintruetterttpsturntypeumbeunctundeurcevaluvisiwithxpecxporxprexten',
    ].join(''),
  },
  {
    frequency: 0.00017,
    groups: [
      '.000.002.003.com.def.des.get.len.par.pus.str.typ//gi/git0.0100020020020.20.0://g:0.1BILIBaseBuffCach',
      'ClasCodeCommConfContDeclElemEquaExitExprFileFormFuncILITImpoIndeInteKeywLITYLineListModuObjeParaPars',
      'PathPropRetuScheStatStriThisTokeValuWITHWithabelackaadonalizallballealloame:amesamplanceandlangeappi',
      'aratarenargeargsarguariaarraartsasseasynatedatematteb.cobackbaseboolbreabuilcachcatecaticcescenschar',
      'checcifickagclascludcolocom/commconfcopecorecreactedctorcurrdTypdatadatedecldentdescdingditidonleMap',
      'eNodeParePateadoeateecifecorect.ecteectiectoeferelf.elseema.emovenceendeenseent.entaenteentientrepen',
      'eplaepreequeequierExeraleraterenerfaeriaermiernaersiertiertyerveescreseresolespaessaesuletcheteretho',
      'eveneverexiteywofaceferefferfierfiniforegenegithglobgmengnorgumeheckhildhljshrowhub.iablialiicaticen',
      'idatightiginilesimplinalinclindeing.ingsinitinpuinstion.ion:ionairecis._is.dissuisteitemiterithuitio',
      'itorkagekeysknowlacelaralarelastlatelbaclectlemeliaslicelidalinelinklintlistlizellballowloadlobaloca',
      'lockludelue:lueslugimandmatcmbolmessmethmisemmanmmenmodumovempilmplenclundenndleneranextningnitinkno',
      'nnotnorenotanownnputnstanstrntaintenntexntifntrynvalobalocalocesolleolorolveomisommaommeompaompional',
      'onlyons.ontaopenorigorteotatouldoundoutppacepackparepartpattpecipendpeofperapilepingplacplugppinproc',
      'propprotps:/pushqualquirractrameramsrangransrateratiratoreadreakreatrectrencreplrequreseresoresurfac',
      'rgetrgumriabrialrictrighrigirintritermatrnalroceromirorsrotorrenrsiortedrtierts.ructs.des.lesagescri',
      'selfserisertservsignsingsitosolvspacspecssagsserssuestanstarstatstenstrusue.sultsynctaintanctarttate',
      'tatitchetemetenetentterEteraterftersthattherthodthrothubtialtiestifitimetingtivetoketorstorytps:tput',
      'treatrictructureub.cuctouffeuginuilduireumenunknurnsurreusedutilutpuvaliventversvoidwalkwhenwillword',
      'writxampymboype:ypeAypeoypesywor',
    ].join(''),
  },
  {
    frequency: 7e-5,
    groups: [
      './ty.001.004.005.006.add.arg.ass.cal.con.err.exp.for.git.has.hlj.key.log.map.nam.opt.org.pro.rep.res',
      '.set.sli.sta.tes.toB.toE.val/..//typ0-\\u0.020.030000:0.2APH-ATIBATINAnnoAsynBodyBoolCOMPCallCharChec',
      'CompConsDEOGDataDateDefaDefiEOGRETTEEmptEntrEnumEvenExpoFetcGRAPGeneGlobHookIBILIDEOIdenInstItemJSON',
      'KindLATILETTLRUCLiceLiteLocaMENTMODEMPATMappMatcMembMessMethMiniNumbOGRAOMPAPATIParePartPattPlugProm',
      'RAPHRUCaRecoRefeRegERequResoResuRuleScopScriSizeSoftSourSpecStarSymbSyncTHERTIBITIONTTERTYPETestText',
      'ThroTimeUCacVariVersZodMZodT_MOD_TYPacceacteaddiaderafteagesainiainsalTyaliaalkNallyame.amedametangu',
      'ansfappeapplaracaredartiase.assiate.atesath.ath:aticativaturauseawaibabebefobegiblocbodybortbrowbuff',
      'butecalecapecatcceMaceptchanche.chedchilchuncketcleacloscollcolucondcopycordcterctivctuacumedMinde.t',
      'debudecodeledencdesedex.diredistdlerdrese.coe.exe.loe.tyeAnneConeErreExpeNameProeStaeStreTypeacheade',
      'easeebugecatectsedTyefixeforegExegexeginegisegmeelateleaelecelemeletemasembeemitemplemptenamencienco',
      'enizensient:entEeporerabergeericers.erseescaesenesliespoess.essoestrettievelexamexecexisexprext.fail',
      'fetcffsefiedfig.figufindfirsflagfollfsetfterftwagExpgifygin:ginagistgivegnalgramgrouguaggurahallhand',
      'hangharahaveheadhelpherehichhilehinghookhosthoulhouthtmlhunkibuticalidedidenieldientificignaignoigur',
      'ilePilteimitinatinceindiinesinfoingiinininueinvairedirstis.sissiitchitesithoitiaitteivativenizeNized',
      'izerjoinjsonkNodken.kenikenskeywkindlTyplabllanglatile.elePaleasleftlessletelingljs-lkNolleclledlose',
      'lterlumnlvedmailmainmalimappmarkmattmespmetameteminamissmittmodemparmplampremptymustnConnTypnablnals',
      'naryncodnderndinnditneednevengifnglenguanizenmennnernormnsfonsionsolntatntaxntinntrints.nveroEquoStr',
      'ocatockeocumodMiodTyode:odePodesoftwograojecole.olloolumolutompoomprondions:onseonsoontionveopyrords',
      'ore.org/ors.ositotheotototypountoverovidowsepasspdatpeAnpeOfperspes.pescplatplemplicponsposeposippor',
      'precprefprevprinprovpts.pyriquesrExirablraceray.rceMreamrecarecereferefiregeregireleremoreporeprresp',
      'riburiesrivarmalrminrninrogrrojerootrovirowsrsedrserrtiorulervers.ads.cos.iss.mas.pusWitsafesamescap',
      'scopsectsentsforshousitisizeslicslinsolesolusomesplisponssedssigssorstalsterstomstorstrestylsubssucc',
      'suessuppsuresymbt.detNamtToktTyptabltacktaletalltanttargtemptemstermthanthenthinthoutil.tilstinutoBe',
      'toEqtoretotytractrantreetribtriets.ittinttp:twartyleuageubliucceuestule.ulesult.ult:ultiultsumeruper',
      'upleuppouratuserusinustoutiovarivatevertvidevitewaitwarewhicwhilwitcworkwserxistxtrayntaype.ypeOyrig',
      'z.stzeNo',
    ].join(''),
  },
];

/** Below this nothing is listed. */
export const RARE = 5e-5;

export const GROUP = 4;

/** The frequency of the listed groups, by their text in latin1, with bit 5 of each byte set. */
export function commonGroups(): ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  for (const { frequency, groups } of CLASSES) {
    const folded = Buffer.from(groups, 'latin1');
    for (let at = 0; at < folded.length; at++) folded[at] = (folded[at] ?? 0) | 0x20;
    const text = folded.toString('latin1');
    for (let at = 0; at < text.length; at += GROUP) {
      const group = text.slice(at, at + GROUP);
      known.set(group, (known.get(group) ?? 0) + frequency);
    }
  }
  return known;
}
