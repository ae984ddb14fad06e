/** Names of zsh's options as it prints them (zsh 5.9, `print ${(k)options}`). */
export const zshOptionNames: ReadonlySet<string> = new Set(
  `
  aliases aliasfuncdef allexport alwayslastprompt alwaystoend appendcreate appendhistory autocd autocontinue
  autolist automenu autonamedirs autoparamkeys autoparamslash autopushd autoremoveslash autoresume badpattern
  banghist bareglobqual bashautolist bashrematch beep bgnice braceccl braceexpand bsdecho caseglob casematch
  casepaths cbases cdablevars cdsilent chasedots chaselinks checkjobs checkrunningjobs clobber clobberempty
  combiningchars completealiases completeinword continueonerror correct correctall cprecedences cshjunkiehistory
  cshjunkieloops cshjunkiequotes cshnullcmd cshnullglob debugbeforecmd dotglob dvorak emacs equals errexit
  errreturn evallineno exec extendedglob extendedhistory flowcontrol forcefloat functionargzero glob globalexport
  globalrcs globassign globcomplete globdots globstarshort globsubst hashall hashcmds hashdirs hashexecutablesonly
  hashlistall histallowclobber histappend histbeep histexpand histexpiredupsfirst histfcntllock histfindnodups
  histignorealldups histignoredups histignorespace histlexwords histnofunctions histnostore histreduceblanks
  histsavebycopy histsavenodups histsubstpattern histverify hup ignorebraces ignoreclosebraces ignoreeof
  incappendhistory incappendhistorytime interactive interactivecomments ksharrays kshautoload kshglob
  kshoptionprint kshtypeset kshzerosubscript listambiguous listbeep listpacked listrowsfirst listtypes localloops
  localoptions localpatterns localtraps log login longlistjobs magicequalsubst mailwarn mailwarning markdirs
  menucomplete monitor multibyte multifuncdef multios nomatch notify nullglob numericglobsort octalzeroes onecmd
  overstrike pathdirs pathscript physical pipefail posixaliases posixargzero posixbuiltins posixcd
  posixidentifiers posixjobs posixstrings posixtraps printeightbit printexitvalue privileged promptbang promptcr
  promptpercent promptsp promptsubst promptvars pushdignoredups pushdminus pushdsilent pushdtohome rcexpandparam
  rcquotes rcs recexact rematchpcre restricted rmstarsilent rmstarwait sharehistory shfileexpansion shglob
  shinstdin shnullcmd shoptionletters shortloops shortrepeat shwordsplit singlecommand singlelinezle sourcetrace
  stdin sunkeyboardhack trackall transientrprompt trapsasync typesetsilent typesettounset unset verbose vi
  warncreateglobal warnnestedvar xtrace zle
`
    .trim()
    .split(/\s+/),
);
