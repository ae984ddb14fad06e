/** The names of R, Julia, Lua, Elixir and Octave that heed knows. */

import type { Simple } from "./simple.ts";

const list = (text: string) => new Set(text.trim().split(/\s+/));

export const rNames: Simple = {
  comment: /#[^\n]*/y,
  string: /"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'/y,
  name: /[A-Za-z.][A-Za-z\d._]*/y,
  keywords: list("if else for while repeat function in next break TRUE FALSE NULL NA NaN Inf T F pi letters LETTERS"),
  harmless: list(`print summary head tail str nrow ncol dim length names colnames rownames levels nlevels unique table
    mean median sd var min max sum range quantile cor round floor ceiling abs sqrt exp log log2 log10 sin cos tan cumsum
    cumprod diff prod rev sort order rank which which.max which.min any all is.na is.null is.numeric is.character
    complete.cases na.omit as.numeric as.integer as.character as.factor as.Date as.logical as.data.frame factor c vector
    list data.frame matrix array cbind rbind merge with within subset transform split unsplit seq
    seq_along seq_len rep rnorm runif rbinom rpois sample set.seed paste paste0 sprintf format nchar substr substring
    toupper tolower trimws gsub sub grepl regmatches regexpr gregexpr strsplit cat message nlevels lm glm t.test
    chisq.test wilcox.test anova predict residuals coef fitted confint cut findInterval ifelse switch return invisible
    identity Sys.time Sys.Date date difftime strftime strptime ISOdate months weekdays julian sessionInfo R.version.string
    R.version version getRversion packageVersion installed.packages citation Sys.info capabilities nargs object.size
    colMeans rowMeans colSums rowSums crossprod solve det diag t dist hclust kmeans prcomp density
    stopifnot is.function class typeof mode inherits attributes noquote toString rev setdiff union intersect
    duplicated tabulate xtabs prop.table proportions addmargins scale stack reshape expand.grid combn choose
    factorial gamma beta bitwAnd strtoi chartr rawToChar charToRaw utf8ToInt intToUtf8 polyroot
    suppressWarnings suppressMessages suppressPackageStartupMessages filter select mutate group_by summarise summarize
    arrange count n n_distinct distinct left_join inner_join right_join full_join anti_join bind_rows bind_cols rename
    pull slice slice_head slice_max slice_min top_n desc pivot_longer pivot_wider glimpse tibble as_tibble str_detect
    str_replace str_to_upper str_length ymd mdy dmy year month day dev.off plot hist lines points barplot boxplot legend abline par ggplot aes geom_point geom_line geom_bar
    geom_col geom_histogram geom_boxplot facet_wrap labs ggtitle theme theme_minimal theme_bw mtcars iris airquality cars file.exists list.files dir
    basename dirname file.info file.size normalizePath getwd`),
  reads: list("read.csv read.csv2 read.table read.delim readLines read_csv read_tsv read_delim scan read.fwf"),
  higher: new Map([
    ["sapply", 1],
    ["lapply", 1],
    ["vapply", 1],
    ["tapply", 2],
    ["apply", 2],
    ["aggregate", 2],
    ["outer", 2],
    ["by", 2],
    ["mapply", 0],
    ["Map", 0],
    ["Filter", 0],
    ["Reduce", 0],
    ["integrate", 0],
    ["optimize", 0],
  ]),
  writes: list(`write.csv write.csv2 write.table saveRDS write_csv write_tsv ggsave png pdf svg jpeg dir.create`),
  loads: /^(?:library|require|requireNamespace)$/,
  columns: true,
  declares:
    /([A-Za-z.][\w.]*)\s*(?:<<?-|=(?!=))|->\s*([A-Za-z.][\w.]*)|\bfor\s*\(\s*([\w.]+)\s+in\b|\bfunction\s*\(([^)]*)\)/g,
};

export const juliaNames: Simple = {
  comment: /#=[\s\S]*?=#|#[^\n]*/y,
  string: /"(?:\\[\s\S]|[^"\\])*"|(?<![\w)\]'])'(?:\\.|[^'\\\n])'/y,
  inserts: /\$[(\p{L}_]/gu,
  inserted: /\$(?:\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)|([\p{L}_]\w*))/gu,
  name: /@?[\p{L}_][\p{L}\d_!]*(?:\.[\p{L}_][\p{L}\d_!]*)*/uy,
  keywords:
    list(`if elseif else end for while in isa function return begin let do true false nothing missing const break
    continue struct mutable where global local try catch finally quote pi π ℯ im Inf NaN and or`),
  harmless:
    list(`println print show display sum prod mean median std var cor quantile minimum maximum extrema min max abs
    sqrt exp log log2 log10 sin cos tan floor ceil round trunc div mod rem gcd lcm factorial binomial isprime length size
    ndims eltype typeof collect map filter reduce foldl foldr mapreduce zip enumerate range LinRange reverse sort sort! sortperm
    unique count any all findall findfirst first last push! pop! append! vcat hcat cat reshape transpose zeros ones fill rand
    randn rand! randperm Dict Set Vector Matrix Array Tuple NamedTuple Pair String Char Int Int64 Int32 UInt8 Float64 Float32
    Bool BigInt BigFloat Rational Complex Symbol string repr parse tryparse split join replace strip lowercase uppercase
    startswith endswith occursin contains match eachmatch Regex digits bitstring hex now today Date DateTime Dates.now
    Dates.today versioninfo VERSION isfile isdir readdir pwd basename dirname joinpath abspath isempty haskey keys values get
    getindex inv det eigvals eigen svd qr lu norm dot cross tr I diag isodd iseven iszero sign cumsum cumprod diff argmax argmin
    @time @show @assert @elapsed @allocated @btime @benchmark @sprintf @printf @printf @which @code_warntype @info
    Threads.nthreads Sys.CPU_THREADS Sys.MACHINE Sys.total_memory ntuple zip Iterators.product Pkg.status Pkg.dependencies
    describe nrow ncol names DataFrame`),
  reads: list("readlines eachline countlines"),
  writes: list("mkpath mkdir touch"),
  loads: /^(?:using|import)$/,
  columns: false,
  declares:
    /(?<!\w)([\p{L}_]\w*)\s*(?:\(([^()]*)\))?\s*[-+*/]?=(?!=)|\bfor\s+\(?([\w,\s]+?)\)?\s*(?:in\b|=|∈)|(?<!\w)([\p{L}_]\w*)\s*->|\(([\w,\s]*)\)\s*->|\bfunction\s+([\w!]+\s*\([^()]*\))/gu,
};

export const luaNames: Simple = {
  comment: /--\[\[[\s\S]*?\]\]|--[^\n]*/y,
  string: /"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'|\[\[[\s\S]*?\]\]/y,
  name: /[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*/y,
  keywords: list(
    "and break do else elseif end false for function goto if in local nil not or repeat return then true until while",
  ),
  harmless:
    list(`print pairs ipairs next select tostring tonumber type unpack assert error rawlen rawequal math.* table.*
    utf8.* string.format string.rep string.len string.sub string.upper string.lower string.find string.match string.gmatch
    string.gsub string.byte string.char string.reverse os.time os.date os.clock os.getenv os.difftime io.write io.read
    io.stdout io.stderr jit.version jit.os jit.arch _VERSION arg collectgarbage :format :rep :len :sub :upper :lower :find
    :match :gmatch :gsub :byte :reverse :lines :read :write :close`),
  reads: list("io.lines"),
  writes: new Set(),
  loads: /^(?!)/,
  columns: false,
  declares:
    /\blocal\s+(?:function\s+)?([\w,\s]+?)\s*(?:=|\(|$|\n|;)|\bfor\s+([\w,\s]+?)\s*(?:=|\bin\b)|\bfunction\s*(\w*)\s*\(([^)]*)\)|(?<!\w)([A-Za-z_]\w*)\s*=(?!=)/g,
};

export const elixirNames: Simple = {
  comment: /#[^\n]*/y,
  string: /"""[\s\S]*?"""|"(?:\\[\s\S]|[^"\\])*"|'(?:\\[\s\S]|[^'\\])*'|:[a-z_]\w*[?!]?(?!\w|\.)/y,
  inserts: /#\{/g,
  inserted: /#\{([^{}]*)\}/g,
  name: /[A-Za-z_]\w*[?!]?(?:\.[A-Za-z_]\w*[?!]?)*/y,
  keywords: list("do end fn if else unless case cond when and or not in true false nil for into after with rem div"),
  harmless:
    list(`IO.puts IO.inspect IO.write Enum.* String.* List.* Map.* Integer.* Float.* Keyword.* Regex.* Date.* DateTime.*
    NaiveDateTime.* Time.* Range.* Tuple.* MapSet.* Stream.map Stream.filter Stream.take Stream.iterate Stream.cycle
    Base.encode16 Base.encode64 Base.decode64! System.version System.otp_release System.system_time System.monotonic_time
    System.build_info length hd tl elem abs max min round trunc floor ceil to_string inspect is_nil is_list is_map is_binary
    is_integer is_atom is_function byte_size tuple_size map_size put_in get_in update_in File.exists? File.dir? File.ls! Path.*
    Jason.decode! Jason.encode! label`),
  reads: list("File.read! File.read File.stream!"),
  writes: new Set(),
  loads: /^(?!)/,
  columns: false,
  declares:
    /([a-z_]\w*)\s*=(?![=~])|\bfn\s*\(?([^)>]*?)\)?\s*->|(?<!\w)([a-z_]\w*)\s*<-|\{([\w,\s]+)\}\s*(?:=(?!=)|<-|->)|(?<!\w)([a-z_]\w*):/g,
};

export const octaveNames: Simple = {
  comment: /(?:%|#)[^\n]*/y,
  string: /"(?:\\[\s\S]|""|[^"\\\n])*"|(?<![\w)\]}.'])'(?:''|[^'\n])*'|(?<=[\w)\]}.'])'/y,
  name: /[A-Za-z_]\w*/y,
  keywords: list(
    "if else elseif end endif for endfor while endwhile function endfunction return break continue pi e Inf NaN i j true false ans",
  ),
  harmless: list(`disp printf fprintf sprintf display num2str mat2str int2str inv det rank trace eig svd qr lu chol norm
    transpose zeros ones eye rand randn randi magic linspace logspace size length numel sum prod mean median std var min max sort
    cumsum cumprod diff abs sqrt exp log log2 log10 sin cos tan asin acos atan floor ceil round fix mod rem gcd lcm factorial
    nchoosek primes isprime roots polyfit polyval interp1 trapz find any all unique reshape repmat cat horzcat vertcat upper lower
    strrep strsplit strjoin strcat strtrim regexprep regexp isempty version OCTAVE_VERSION fft ifft conv filter meshgrid`),
  reads: list("csvread dlmread"),
  writes: list("csvwrite dlmwrite"),
  loads: /^(?!)/,
  columns: false,
  declares: /(?<!\w)([A-Za-z_]\w*)\s*=(?!=)|@\(([^)]*)\)|\bfor\s+(\w+)/g,
};
